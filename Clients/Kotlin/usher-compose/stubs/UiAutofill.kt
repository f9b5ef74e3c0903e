package androidx.compose.ui.autofill

import androidx.compose.runtime.stub

interface ContentType {
    companion object {
        val Username: ContentType = stub()
        val Password: ContentType = stub()
        val NewPassword: ContentType = stub()
        val NewUsername: ContentType = stub()
        val EmailAddress: ContentType = stub()
        val PhoneNumber: ContentType = stub()
        val PersonFullName: ContentType = stub()
        val PostalCode: ContentType = stub()
        val AddressStreet: ContentType = stub()
        val AddressLocality: ContentType = stub()
        val AddressCountry: ContentType = stub()
        val CreditCardNumber: ContentType = stub()
        val SmsOtpCode: ContentType = stub()
    }
}
