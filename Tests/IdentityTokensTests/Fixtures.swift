/// Keys and tokens that another implementation has made: the Python package `cryptography`.
enum Fixtures {
    /// The public keys, with the names r, e2, e3 and o.
    static let keys = """
        {
         "keys": [
          {
           "kty": "RSA",
           "kid": "r",
           "use": "sig",
           "n": "xSy4uqOzDCEMH-uouiY2eXSfUj0QOjDame_zdv-DgNIrWgjVsX0tWul412eu1w4Se2uyQfIxtQvtOkT7qPOVJ1I_zrF6o3Q8VYGlna3lEqlanyrYZwbdzCGU8fhQNNQzHmnDwvnEEMaqNVkzHavvLhR6n0w1oNWZG1tvGFCH1u-5_cToeyX9ndiLS1687RTbXJtjxwHRW6Zup_ZWYdDWarNeXx-1QQTh9kcYM8aOgMB4_HrT-cXEw2fgc8_B60ywFaY6SSVjIW307DCHxYwVzRh4wSJ2B6BP7xJkUFAElyWDUFFKuCRGDGwJcItRyycjw1g-k-HxN6ksaM6lH-MD4w",
           "e": "AQAB"
          },
          {
           "kty": "EC",
           "kid": "e2",
           "crv": "P-256",
           "x": "446WO3j_m6aTpIaGkEpws-3Zp7N_iwKjsj0RhSBRNEI",
           "y": "XCM0x27XiVOOX94x-mflFuH-p_hk4yEhbamccY5J21Y"
          },
          {
           "kty": "EC",
           "kid": "e3",
           "crv": "P-384",
           "x": "pj0C24N2FRcMIViPD5GGfF-ajFleLyPiYLn-n-9AWX5QZJM8xF3FJtafy-kTfXmJ",
           "y": "_cvEEEwQ-Ul2JvIa-kNbAIvjCQxtAMsPIc-iJ_iBwzMlmZ_YLj4yJjyftIWlRJ7p"
          },
          {
           "kty": "OKP",
           "kid": "o",
           "crv": "Ed25519",
           "x": "ReE_jmCs5QQhI70NZBzpofzP3bdhMr3EK3b2eClMwNM"
          }
         ]
        }
        """

    /// Tokens of https://id.example for tickets, of the user ada, from 1795000000 to 1795003600, by their algorithm.
    static let tokens: [String: String] = [
        "RS256":
            "eyJhbGciOiJSUzI1NiIsImtpZCI6InIiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUiLCJhdWQiOiJ0a"
            + "WNrZXRzIiwic3ViIjoiYWRhIiwiaWF0IjoxNzk1MDAwMDAwLCJleHAiOjE3OTUwMDM2MDB9.BGbuNhTCFcmu301T6TSmfrepxIxr"
            + "mhC1qWImNYoaxXuNxot5rgQHYUeLtx3b7PA8_3co1amRaDw2EpTaodyf9XKTlfZTmQ0UZksRCI_V3mGYl7VT00fBiLUKtK16FCPz"
            + "1-0W6g-"
            + "20UkcL_eywIFt9VYhN9G18OyrAruV78BnMtFi0HUrn0GetNWFnnsItnM3lkGdsf4z8PK1Fwq6lQuLwaHIofiRdOpEnigmR2J2npQ"
            + "eljoBrka5Avb_Rs2k7f83UCNkazS-q54o5DIFe-"
            + "UdhlaUE9niyA5TUwLEUHBWs8ddPYpsdEXhgog3LHh2apkpnmpeFIAKTx6BPnxh6sh2qA",
        "PS256":
            "eyJhbGciOiJQUzI1NiIsImtpZCI6InIiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUiLCJhdWQiOiJ0a"
            + "WNrZXRzIiwic3ViIjoiYWRhIiwiaWF0IjoxNzk1MDAwMDAwLCJleHAiOjE3OTUwMDM2MDB9.hPlFeGziHbnWh6x8ITksLk_i0Ess"
            + "ELW3VvBhZuuKEatldptyj4v06nda_exgnCUTSwWTcY6lpNJQuumuCVUXLUXQKrC0b61FE8pVEX-"
            + "2PTRXbf5njXsHd3HRs5l83piQMdLJr5Z8eZ99m2c8kVuEeY_Eo5QIJtttiQdEBC0jeIm5yuCc1IUwJoGaNcxT-CM04Hh8ngEYlK3"
            + "mI562q0NzSrjG1FUUinN_WSf_aW7063VDRZr_3FvBGp7zqFCzJQzwOiHVlAtcrukEEw_mXP30L90J4hRZzyrBxvDmgxAsW9jukl3"
            + "MRf2FwF-wlaY3n3MUMyvX1g9sSUj1fkr_MFXpNg",
        "ES256":
            "eyJhbGciOiJFUzI1NiIsImtpZCI6ImUyIiwidHlwIjoiSldUIn0.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUiLCJhdWQiOiJ0"
            + "aWNrZXRzIiwic3ViIjoiYWRhIiwiaWF0IjoxNzk1MDAwMDAwLCJleHAiOjE3OTUwMDM2MDB9.zrAztD3pfjjSdHbGfFcymjOyL58"
            + "WYGnIDTYIPUvj22NHtxe4CaqdE_ll46wn-wE3HmHHLMblVoiUmrikptAPIg",
        "ES384":
            "eyJhbGciOiJFUzM4NCIsImtpZCI6ImUzIiwidHlwIjoiSldUIn0.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUiLCJhdWQiOiJ0"
            + "aWNrZXRzIiwic3ViIjoiYWRhIiwiaWF0IjoxNzk1MDAwMDAwLCJleHAiOjE3OTUwMDM2MDB9.xSTuvwMvjMBIzMogeL8MvynChCr"
            + "8pvIlj8C2xrbuSceVlEZW4-s6_zJ-"
            + "oOAIKQbirb2enZvKV35gTwxN7eVyx3E9XJ8zdUqZWjABLdeUl5LDO7oJX3V-FP0ghZTnIHwg",
        "EdDSA":
            "eyJhbGciOiJFZERTQSIsImtpZCI6Im8iLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUiLCJhdWQiOiJ0a"
            + "WNrZXRzIiwic3ViIjoiYWRhIiwiaWF0IjoxNzk1MDAwMDAwLCJleHAiOjE3OTUwMDM2MDB9.W5Nc-"
            + "U8Wq_wtKyC3s_ftMH3iVv_P7DI97ohTltJE5BnmzvqgstOh4E16IEqVkq9awKvK_zFIFAnAujVQ8HJgCA",
    ]
}
