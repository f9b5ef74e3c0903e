# Replayed without a container engine by `Scripts/release/image-check.sh`, which knows the instructions used here and no others.

FROM swift:6.3-bookworm AS build

RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd-dev libgnutls28-dev nettle-dev libsodium-dev \
        libsqlite3-dev libcurl4-openssl-dev zlib1g-dev libpq-dev libicu-dev libphonenumber-dev libjemalloc-dev pkg-config esbuild \
        brotli \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /src

# The manifest alone, so that the dependencies stay in their layer while only sources change.
COPY Package.swift ./
COPY Scripts/dependencies.json ./Package.resolved
RUN swift package resolve --force-resolved-versions

# The package manager wants the test targets' folders, even though they are not built.
COPY Plugins ./Plugins
COPY Sources ./Sources
COPY Tests ./Tests
COPY Scripts/function-order.txt ./Scripts/function-order.txt
RUN swift build --force-resolved-versions -c release --static-swift-stdlib -debug-info-format none \
        -Xswiftc -cross-module-optimization -Xswiftc -Xfrontend -Xswiftc -function-sections \
        -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic \
        -Xlinker --symbol-ordering-file=/src/Scripts/function-order.txt -Xlinker --no-warn-symbol-ordering --product usher

COPY Scripts/bundle.sh ./Scripts/bundle.sh
COPY Public ./Public
RUN Scripts/bundle.sh Public /src/public

FROM debian:bookworm-slim

RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates libmicrohttpd12 libgnutls30 libhogweed6 libsodium23 \
        libsqlite3-0 libcurl4 libstdc++6 zlib1g libpq5 libicu72 libphonenumber8 libjemalloc2 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --user-group --home-dir /var/lib/usher --create-home --shell /usr/sbin/nologin usher

COPY --from=build /src/.build/release/usher /usr/local/bin/usher
COPY --from=build /src/public /usr/share/usher/Public

USER usher
WORKDIR /var/lib/usher
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["usher", "health"]
ENTRYPOINT ["usher"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/var/lib/usher", "--public", "/usr/share/usher/Public"]
