import Foundation

/// A self-signed certificate for `localhost` with its private key, made for these tests and valid for a hundred years.
package struct TestCertificate {
    package let certificate: String
    package let key: String

    /// Writes both into a folder, and returns their paths.
    @discardableResult
    package func write(to folder: TemporaryFolder) throws -> (certificate: String, key: String) {
        let paths = (folder.path + "/certificate.pem", folder.path + "/key.pem")
        try certificate.write(toFile: paths.0, atomically: true, encoding: .utf8)
        try key.write(toFile: paths.1, atomically: true, encoding: .utf8)
        return paths
    }

    package static let first = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBnDCCAUOgAwIBAgIUeEhtwD/eQkkrxFLJVxD9doVDcl8wCgYIKoZIzj0EAwIw
            FTETMBEGA1UEAwwKZmlyc3QudGVzdDAgFw0yNjExMjIxNTQ1MTRaGA8yMTI2MTAy
            OTE1NDUxNFowFTETMBEGA1UEAwwKZmlyc3QudGVzdDBZMBMGByqGSM49AgEGCCqG
            SM49AwEHA0IABENEBBMGCC3xFzU4uGhsfVRTf+Of59lFPNArS+a1Ud2mPkI7XzWI
            8qtj8ZYruw1SAXBEXJq6Ic+Sp0j1PsF6HFqjbzBtMB0GA1UdDgQWBBT0uZIaXX7j
            eK8vXTWOjNtWj9b94zAfBgNVHSMEGDAWgBT0uZIaXX7jeK8vXTWOjNtWj9b94zAP
            BgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAKBggq
            hkjOPQQDAgNHADBEAiBNT8YAEzIHGa1TGLDzprvxE85gqYhtVgw9PYdjHys30wIg
            LgaCXpHX3w5AF1XazdBDvlY0qO87tIIX5oTXlL2ib+8=
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTUE6B876/G0qGBfY
            jUoI1A7PPISUDlfLOkss5BEQse2hRANCAARDRAQTBggt8Rc1OLhobH1UU3/jn+fZ
            RTzQK0vmtVHdpj5CO181iPKrY/GWK7sNUgFwRFyauiHPkqdI9T7Behxa
            -----END PRIVATE KEY-----
            """
    )
    package static let second = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBnzCCAUWgAwIBAgIUIR0Vk8AgFrOJsb3hbPQ0OWUUhFQwCgYIKoZIzj0EAwIw
            FjEUMBIGA1UEAwwLc2Vjb25kLnRlc3QwIBcNMjYxMTIyMTU0NTE0WhgPMjEyNjEw
            MjkxNTQ1MTRaMBYxFDASBgNVBAMMC3NlY29uZC50ZXN0MFkwEwYHKoZIzj0CAQYI
            KoZIzj0DAQcDQgAECRFmDvypTQE0CjGmnsGpEVpRlQFyqEP6kRQ+CQM/40JCC9fe
            rEf1/mkSo9okKTxfUJzwKLnGn6RBa6WWOnI8TaNvMG0wHQYDVR0OBBYEFAY6nabI
            XNL+vD9loQtmUYHcXqaPMB8GA1UdIwQYMBaAFAY6nabIXNL+vD9loQtmUYHcXqaP
            MA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMAoG
            CCqGSM49BAMCA0gAMEUCIQCfLo9qRSfF93l51OgNr7o8cQ2krixDxzTlFny7qikX
            zwIgTamSUVH71ugt9sGUTlp5iZ/s2zq6+6QqdO92l6NWxvM=
            -----END CERTIFICATE-----
            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgN9k/NDxl4KYCEoQ6
            bKH+MptM3swsR/9aC/brYzKhWPWhRANCAAQJEWYO/KlNATQKMaaewakRWlGVAXKo
            Q/qRFD4JAz/jQkIL196sR/X+aRKj2iQpPF9QnPAoucafpEFrpZY6cjxN
            -----END PRIVATE KEY-----
            """
    )
}
