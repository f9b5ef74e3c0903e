# One command for each thing that a contributor does often. `make` alone lists them. What only CI or a release runs is a script in
# Scripts/checks or Scripts/release. The flags of the builds are in Scripts/flags.sh.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup run release build test format lint check generate documentation browser-test torture tsan asan fuzz bench cost clean

# Where `make run` serves, and the folder with the web client: the bundle, as it is shipped. The server reads the folder when it
# starts, so a change of the client needs another `make run` in any case, and that bundles it; with PUBLIC=Public the browser's
# debugger shows the plain modules.
PORT ?= 8080
PUBLIC ?= .build/release/public

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing on Debian 12 and check the Swift toolchain
	@Scripts/setup.sh build

run: release ## Build for release and serve the shipped applications on PORT (8080)
	@echo "Usher serves http://localhost:$(PORT)/; press Control-C to stop it."
	@exec .build/release/usher serve --dev --port $(PORT) --public $(PUBLIC)

release: ## Build the shipped program, .build/release/usher, and the bundle of the web client beside it, public
	@Scripts/build.sh release

build: ## Build for debugging
	@Scripts/build.sh debug

test: setup lint ## Lint, build and run all tests, as required before every commit
	@Scripts/dependencies.py check
	@Scripts/build.sh tests
	@Scripts/test-all.sh

lint: ## Check format, documentation, imports, spelling, pages, and plain words and sentences in comments and pages
	@Scripts/lint/lint.sh

format: ## Format every source file
	@Scripts/format.sh

check: release ## Explore the shipped applications, and check the drawings on their pages
	.build/release/usher check all
	@Scripts/maps.py --check

generate: release ## Update the page of settings, the drawings of the flows and the pictures from the sources
	.build/release/usher settings > Documentation/settings.md
	@Scripts/maps.py
	@Scripts/pictures/pictures.py

documentation: ## Build the guide: .build/documentation; fail on a link that leads nowhere
	@Scripts/documentation.sh

browser-test: ## Test the web client with all applications in headless Chromium, and two walks in Firefox
	@Scripts/browser-test.sh
	@USHER_BROWSER=firefox Scripts/browser-test.sh test_market_walk test_profile_walk

torture: ## Kill, starve and restart a server for some minutes and report whether its guarantees hold
	@Scripts/torture.sh

tsan: ## Run the tests with the thread sanitizer
	@Scripts/sanitize.sh thread

asan: ## Run the tests with the address sanitizer
	@Scripts/sanitize.sh address

fuzz: ## Generate inputs for the functions that get bytes from strangers, SECONDS (60) for each
	@Scripts/fuzz.sh $(or $(SECONDS),60)

bench: ## Run all benchmarks and store the results (30 minutes)
	@Scripts/build.sh benchmarks
	cd Benchmarks && python3 -m bench --keep

cost: release ## Count instructions, allocations and written bytes of requests; fail above Benchmarks/budgets.json (two minutes)
	@Scripts/setup.sh cost
	cd Benchmarks && python3 -m bench.cost

clean: ## Remove all build output
	rm -rf .build .build-* Benchmarks/.build Examples/Bank/.build Examples/NightTrain/.build Clients/Swift/.build
