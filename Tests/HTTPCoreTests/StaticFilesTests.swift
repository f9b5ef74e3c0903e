import Glibc
import HTTPCore
import Testing

@Suite("Static files") struct StaticFilesTests {
    @Test("files are served at their exact paths, and index.html at its folder's path")
    func paths() async throws {
        try await withFolder { folder in
            let files = try StaticFiles(folder: folder)
            let wanted = ["/", "/app.js", "/index.html", "/sub/", "/sub/icon.svg", "/sub/index.html", "/sub/style.css"]
            #expect(files.paths == wanted)
            #expect(files.skipped == [".hidden.js", "link.js", "no-extension", "program.exe", "with space.js"])
            for path in [
                "/sub", "/app.js/", "//app.js", "/../app.js", "/sub/../app.js", "/%61pp.js", "/APP.JS", "/.hidden.js",
                "",
            ] {
                #expect(await files.respond(to: HTTPRequest(target: HTTPTarget(path))).status == .notFound)
            }
        }
    }

    @Test("a file has its type, a content security policy, and a tag for revalidation")
    func fields() async throws {
        try await withFolder { folder in
            let files = try StaticFiles(folder: folder)
            let response = await files.respond(to: HTTPRequest(target: "/?from=link"))
            #expect(response.status == .ok)
            #expect(response.body == .bytes(Array("<p>root".utf8)))
            #expect(response.fields[.contentType] == "text/html; charset=utf-8")
            #expect(response.fields[.cacheControl] == "no-cache")
            #expect(response.fields[.xContentTypeOptions] == "nosniff")
            #expect(response.fields[.referrerPolicy] == "no-referrer")
            #expect(response.fields[.crossOriginResourcePolicy] == "same-origin")
            #expect(response.fields[.crossOriginOpenerPolicy] == "same-origin")
            let policy = try #require(response.fields[.contentSecurityPolicy])
            #expect(
                policy == """
                    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; \
                    manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
                    """
            )
            let tag = try #require(response.fields[.entityTag])
            let again = await files.respond(to: HTTPRequest(target: "/", fields: [.ifNoneMatch: tag]))
            #expect(again.status == .notModified)
            #expect(again.body == .none)
            #expect(again.fields[.entityTag] == tag)
            let other = await files.respond(to: HTTPRequest(target: "/sub/", fields: [.ifNoneMatch: tag]))
            #expect(other.status == .ok)
        }
    }

    @Test("the policy allows the style elements whose hashes it is given")
    func styles() async throws {
        try await withFolder { folder in
            var configuration = StaticFiles.Configuration()
            configuration.contentSecurityPolicy = StaticFiles.Configuration.policy(styles: [
                "sha256-AAAA", "sha256-BBBB",
            ])
            let response = try await StaticFiles(folder: folder, configuration: configuration).respond(
                to: HTTPRequest(target: "/")
            )
            let policy = try #require(response.fields[.contentSecurityPolicy])
            #expect(policy.contains("; style-src 'self' 'sha256-AAAA' 'sha256-BBBB'; "))
        }
    }

    @Test("texts have a charset", arguments: ["/", "/app.js", "/sub/style.css", "/sub/icon.svg"])
    func charset(path: String) async throws {
        try await withFolder { folder in
            let response = try await StaticFiles(folder: folder).respond(to: HTTPRequest(target: HTTPTarget(path)))
            #expect(response.fields[.contentType]?.hasSuffix("; charset=utf-8") == true)
        }
    }

    @Test("files respond to HEAD and OPTIONS, and reject methods that would change them")
    func methods() async throws {
        try await withFolder { folder in
            let files = try StaticFiles(folder: folder)
            let head = await files.respond(to: HTTPRequest(method: .head, target: "/app.js"))
            #expect(head.status == .ok)
            #expect(head.body.bytes.count == 3)
            let options = await files.respond(to: HTTPRequest(method: .options, target: "/app.js"))
            #expect(options.status == .noContent)
            let post = await files.respond(to: HTTPRequest(method: .post, target: "/app.js"))
            #expect(post.status == .methodNotAllowed)
            #expect(post.fields[.allow] == "GET, HEAD, OPTIONS")
        }
    }

    @Test("a folder that is missing or too large is an error")
    func errors() async throws {
        let missing = StaticFilesError.unreadable(path: "/nowhere", call: "opendir", code: ENOENT)
        #expect(throws: missing) { try StaticFiles(folder: "/nowhere") }
        #expect(missing.description == "/nowhere can't be read: opendir failed with errno 2.")
        try await withFolder { folder in
            var configuration = StaticFiles.Configuration()
            configuration.totalBytesLimit = 5
            #expect(throws: StaticFilesError.tooManyBytes(limit: 5)) {
                try StaticFiles(folder: folder, configuration: configuration)
            }
        }
    }

    @Test("the folder .well-known is served, and its files without an ending have the type of their content")
    func wellKnown() async throws {
        try await withFolder { folder in
            unsafe mkdir("\(folder)/.well-known", 0o700)
            unsafe mkdir("\(folder)/sub/.well-known", 0o700)
            let contents = [
                ".well-known/apple-app-site-association": "\n{\"applinks\": {}}", ".well-known/assetlinks.json": "[]",
                ".well-known/security.txt": "Contact: mailto:a@example.com", ".well-known/token": "abc",
                ".well-known/.hidden": "", "sub/.well-known/other.json": "{}",
            ]
            for (name, content) in contents {
                let file = unsafe open("\(folder)/\(name)", O_WRONLY | O_CREAT, 0o600)
                _ = unsafe write(file, content, content.utf8.count)
                close(file)
            }
            defer {
                for name in contents.keys { unsafe unlink("\(folder)/\(name)") }
                unsafe rmdir("\(folder)/sub/.well-known")
                unsafe rmdir("\(folder)/.well-known")
            }
            let files = try StaticFiles(folder: folder)
            let types = [
                "apple-app-site-association": "application/json", "assetlinks.json": "application/json",
                "security.txt": "text/plain; charset=utf-8", "token": "text/plain; charset=utf-8",
            ]
            for (name, type) in types {
                let response = await files.respond(to: HTTPRequest(target: HTTPTarget("/.well-known/\(name)")))
                #expect(response.status == .ok && response.fields[.contentType] == type, "\(name)")
            }
            for path in [
                "/.well-known/.hidden", "/.well-known/", "/.well-known", "/sub/.well-known/other.json", "/no-extension",
            ] {
                #expect(await files.respond(to: HTTPRequest(target: HTTPTarget(path))).status == .notFound, "\(path)")
            }
        }
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        var template = Array("/tmp/usher-static-XXXXXX".utf8CString)
        let made = unsafe mkdtemp(&template) != nil
        try #require(made)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let files = [
            "index.html": "<p>root", "app.js": "1+1", ".hidden.js": "", "program.exe": "MZ", "no-extension": "",
            "with space.js": "", "sub/index.html": "<p>sub", "sub/style.css": "p{}",
            "sub/icon.svg": "<svg/>",
        ]
        unsafe mkdir("\(folder)/sub", 0o700)
        for (name, content) in files {
            let file = unsafe open("\(folder)/\(name)", O_WRONLY | O_CREAT, 0o600)
            _ = unsafe write(file, content, content.utf8.count)
            close(file)
        }
        unsafe symlink("/etc/passwd", "\(folder)/link.js")
        defer {
            for name in files.keys { unsafe unlink("\(folder)/\(name)") }
            unsafe unlink("\(folder)/link.js")
            unsafe rmdir("\(folder)/sub")
            unsafe rmdir(folder)
        }
        try await body(folder)
    }
}
