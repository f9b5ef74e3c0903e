# One command for each thing that is done often. `make` alone lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup run release build test format lint tsan tsan-check tsan-control asan load torture torture-cluster attack proxies deployment due-timers fuzz stranger examples tutorial documentation api-check check size-check order-check cost function-order dependencies sbom bench bench-check bench-build golden browser-test browser-test-long screenshots lossy-walk clients-test contract-test contract-check generated-clients swift-client image-check settings maps clean

# Where `make run` serves, and the folder with the web client: the bundle, as it is shipped. The server reads the folder when it
# starts, so a change of the client needs another `make run` in any case, and that bundles it; with PUBLIC=Public the browser's
# debugger shows the plain modules.
PORT ?= 8080
PUBLIC ?= .build/release/public

# A target may import only what its row of Package.swift names.
IMPORT_CHECK := --explicit-target-dependency-import-check error

# The build folder of packages that depend on this one, which is compiled once for all of them.
PACKAGES := $(CURDIR)/.build-stranger

# How the program is built to be run: optimized across the borders of modules, and without a need for Swift's libraries;
# linked by lld with packed relative relocations, without which it has 7 % more bytes (glibc 2.36 reads them), without a
# second table of its symbols for libraries to call, which none does and which has 5 % of the bytes, and with the functions of
# a request beside each other, because code that is spread over the program makes a tap take a quarter more CPU time.
# It has no debug information, which takes 7 % of the build; backtraces name functions without it.
# The manifest can't say so, because packages that depend on this one would be refused for it; the Dockerfile has it, too.
SHIPPED := -c release --static-swift-stdlib -debug-info-format none -Xswiftc -cross-module-optimization \
    -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic \
    -Xlinker --symbol-ordering-file=$(CURDIR)/Scripts/function-order.txt -Xlinker --no-warn-symbol-ordering

# The build for debugging, with the targets that take most of the tests' time optimized, and with all assertions; see
# Package.swift. All commands that use the build for debugging have it, so that none compiles everything again for another one.
build test documentation load torture torture-cluster proxies due-timers settings golden: export USHER_OPTIMIZED := 1

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing on Debian 12 and check the Swift toolchain
	@Scripts/setup.sh build

run: release ## Build for release and serve the shipped applications on PORT (8080)
	@echo "Usher serves http://localhost:$(PORT)/; press Control-C to stop it."
	@exec .build/release/usher serve --dev --port $(PORT) --public $(PUBLIC)

release: setup ## Build the shipped program, .build/release/usher, and the bundle of the web client beside it, public
	@Scripts/dependencies.py pin
	swift build --force-resolved-versions $(SHIPPED) $(IMPORT_CHECK) --product usher
	Scripts/bundle.sh Public .build/release/public

dependencies: setup ## Check that the resolved packages are those of Scripts/dependencies.json
	@Scripts/dependencies.py check

sbom: release ## Write the bill of materials of the shipped program (CycloneDX): .build/usher.cdx.json
	@Scripts/dependencies.py sbom .build/release/usher > .build/usher.cdx.json
	@echo "The bill of materials is .build/usher.cdx.json."

check: release ## Explore the shipped applications, and check the drawings on their pages
	.build/release/usher check all
	@Scripts/maps.py --check

size-check: release ## Check that the stripped program has at most 40 MB
	Scripts/size-check.sh

build: setup ## Build for debugging
	swift build $(IMPORT_CHECK)

lint: ## Check format, documentation, imports, spelling, and plain words in comments and pages
	@Scripts/setup.sh lint
	@! grep -rnE --include='*.swift' '^ *((public|package|internal|private|@.*) )*import Foundation$$' Sources \
	    || { echo "Import FoundationEssentials instead of Foundation: the program has no data for Foundation's formatters (Sources/Program/NoLocaleData)."; exit 1; }
	@Scripts/words.py
	@Scripts/texts.py
	@Scripts/paths.py
	@Scripts/links.py
	@Scripts/deploy.py
	@Scripts/lines.py
	@Scripts/swiftui-check.sh
	@Scripts/pictures.py check
	@git ls-files | grep -vE '\.(png|json|svg)$$|^Scripts/(spelling|function-order)|^Tests/FuzzCorpora/|common-passwords\.txt$$|\.xcstrings$$|^Public/(words/(german|japanese)|door/words|unsupported-browser)\.js$$|/PageTexts\.swift$$' | xargs codespell --builtin clear,rare,en-GB_to_en-US --ignore-words Scripts/spelling.txt --exclude-file Scripts/spelling-lines.txt
	swift format lint --strict -r Package.swift Plugins Sources Tests Benchmarks/Package.swift Benchmarks/Sources Examples/Bank Examples/generated/swift Clients/Swift

test: setup lint dependencies ## Lint, build and run all tests, as required before every commit
	swift build $(IMPORT_CHECK) --build-tests
	Scripts/test-all.sh $(IMPORT_CHECK)

format: ## Format every source file
	swift format -i -r Package.swift Plugins Sources Tests Benchmarks/Package.swift Benchmarks/Sources Examples/Bank Examples/generated/swift Clients/Swift

tsan: setup ## Run the tests with the thread sanitizer
	Scripts/sanitize.sh thread

tsan-check: setup ## Run the tests of threads, the HTTP server and sessions with the thread sanitizer
	USHER_TEST_TARGETS="ConcurrencyTests MicroHTTPTests SessionsTests" Scripts/sanitize.sh thread --test-product usherPackageTests

tsan-control: setup ## Check that the thread sanitizer detects a deliberate race
	Scripts/tsan-control.sh

asan: setup ## Run the tests with the address sanitizer
	Scripts/sanitize.sh address

load: setup ## Run the server under mixed load for a minute and check its memory
	USHER_LOAD_SECONDS=60 swift test $(IMPORT_CHECK) --filter LoadTests

torture: setup ## Kill, starve and restart a server for some minutes and report whether its guarantees hold
	swift build $(IMPORT_CHECK) --build-tests
	USHER_TORTURE=full USHER_PATCH_STEPS=2000 Scripts/test.sh $(IMPORT_CHECK) --skip-build --no-parallel \
	    --filter 'TortureTests|StorePowerCutTests|StoreFaultTests|PatchWalkTests' --skip ClusterTests

torture-cluster: setup ## Kill, pause and cut off servers that share a database for 20 minutes and report whether its guarantees hold
	swift build $(IMPORT_CHECK) --build-tests
	USHER_TORTURE=full Scripts/test.sh $(IMPORT_CHECK) --skip-build --no-parallel --filter ClusterTests

attack: release ## Attack the shipped program in sixteen ways beside honest clients (7 minutes)
	@Scripts/setup.sh attack
	python3 Tests/Attacks

proxies: release ## Send the corpus of requests through nginx and HAProxy to the shipped program
	@Scripts/setup.sh proxies
	swift build $(IMPORT_CHECK) --build-tests
	USHER_CORPUS=.build/corpus.json swift test $(IMPORT_CHECK) --skip-build --filter CorpusRecording
	python3 Tests/Proxies --corpus .build/corpus.json

deployment: release ## Execute the files in deploy and the commands on the operators' pages with the real programs (2 minutes, as root)
	@Scripts/setup.sh deployment
	/usr/bin/python3 Tests/Deployment

due-timers: release ## Measure the start of the shipped program with 60,000 due timers
	swift build $(IMPORT_CHECK) --build-tests
	USHER_DUE_TIMERS=60000 USHER_PROGRAM=.build/release/usher \
	    swift test $(IMPORT_CHECK) --skip-build --filter DueTimersProgramTests

fuzz: setup ## Generate inputs for the functions that get bytes from strangers, SECONDS (60) for each
	Scripts/fuzz.sh $(or $(SECONDS),60)

stranger: setup ## Build, test and run packages on this one: Tests/Stranger, and the package that `usher new` makes
	SCRATCH=$(PACKAGES) Scripts/stranger.sh

examples: setup ## Build and test the packages in Examples, and explore their applications
	swift test --package-path Examples/Bank --scratch-path $(PACKAGES)
	$(PACKAGES)/debug/bank-server check bank

tutorial: setup ## Follow the tutorial of the guide literally, and compare each output with the article
	SCRATCH=$(PACKAGES) Scripts/tutorial.py

documentation: setup ## Build the guide: .build/documentation; fail on a link that leads nowhere
	Scripts/documentation.sh $(IMPORT_CHECK)

api-check: setup ## Compare the public API with BASE, a tag or commit (the latest tag); fail on breaking changes
	@Scripts/api-check.sh $(BASE)

bench: bench-build ## Run all benchmarks and store the results (30 minutes)
	cd Benchmarks && python3 -m bench --keep

bench-check: bench-build ## Run short benchmarks; fail if a ratio is a quarter worse than in Benchmarks/results.json, or a count a tenth
	cd Benchmarks && python3 -m bench --check

cost: release ## Count instructions, allocations and written bytes of requests; fail above Benchmarks/budgets.json (two minutes)
	@Scripts/setup.sh cost
	cd Benchmarks && python3 -m bench.cost

function-order: bench-build ## Update Scripts/function-order.txt, the order of functions in the shipped program, from the walks
	cd Benchmarks && python3 -m bench.order
	@rm -f .build/release/usher # The next build links it in the new order.

order-check: release ## Check that the shipped program has most functions of Scripts/function-order.txt
	Scripts/order-check.sh

bench-build: release
	@Scripts/setup.sh bench
	swift build $(SHIPPED) --package-path Benchmarks

maps: release ## Update the drawings of the flows on the applications' pages
	@Scripts/maps.py

settings: build ## Update Documentation/settings.md from the declarations of the settings
	.build/debug/usher settings > Documentation/settings.md

golden: setup ## Record the snapshots of RELEASE, which later releases must restore (once, before it is published)
	@test -n "$(RELEASE)" || { echo "RELEASE is not set; use: make golden RELEASE=0.1.0" >&2; exit 1; }
	USHER_GOLDEN=$(RELEASE) swift test $(IMPORT_CHECK) --filter GoldenRecording

browser-test: setup ## Test the web client with all applications in headless Chromium, and two walks in Firefox
	Scripts/browser-test.sh
	USHER_BROWSER=firefox Scripts/browser-test.sh test_market_walk test_profile_walk

browser-test-long: setup ## Test the web client with all applications in headless Chromium and Firefox, with every screen
	USHER_EVERY_SCREEN=1 Scripts/browser-test.sh
	USHER_EVERY_SCREEN=1 USHER_BROWSER=firefox Scripts/browser-test.sh

screenshots: setup ## Draw every screen at three sizes in both themes: .build/screenshots; compare with BEFORE, a folder (the last run)
	Scripts/screenshots.sh $(BEFORE)

lossy-walk: setup ## Compare 2,000 taps in each application with and without faults of the network, in a headless browser
	USHER_LOSSY_TAPS=2000 Scripts/browser-test.sh test_lossy_walk

clients-test: setup ## Follow random sessions with an SSE client and a JSON Patch library of others, STEPS (10000) steps
	STEPS=$(STEPS) SEED=$(SEED) Scripts/clients-test.sh

contract-test: setup ## Check that the program does what its OpenAPI document says, STEPS (1000) steps of random users
	STEPS=$(STEPS) SEED=$(SEED) Scripts/contract-test.sh

contract-check: setup ## Send at most 10,000 generated requests to the program and check the responses with its OpenAPI document
	EXAMPLES=$(EXAMPLES) SEED=$(SEED) Scripts/contract-check.sh

generated-clients: setup ## Generate clients in TypeScript and Swift from the OpenAPI document, and walk through an application with each
	Scripts/generated-clients.sh

swift-client: setup ## Test the client library in Swift with the program, TAPS (400) taps through a network with faults
	TAPS=$(TAPS) SEED=$(SEED) Scripts/swift-client.sh

image-check: ## Replay the Dockerfile, and that of a new package, without a container engine and check the health of the result (as root)
	Scripts/image-check.sh

clean: ## Remove all build output
	rm -rf .build .build-* Benchmarks/.build Examples/Bank/.build Clients/Swift/.build
