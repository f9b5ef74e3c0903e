#!/usr/bin/env bash
# Compares the public API of the library products with that of a tag or commit, by default the latest tag: lists the
# breaking changes, and fails if there are any that Scripts/release/api-breakage-allowlist.txt does not allow.
#
#     Scripts/release/api-check.sh [TAG or COMMIT]
#
# It calls swift-api-digester itself, because `swift package diagnose-api-breaking-changes` takes `package` declarations
# for public ones, does not notice that a public one has become `package`, and leaves out JSONValues.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh build

base=${1:-$(git describe --tags --abbrev=0 2> /dev/null || true)}
if [[ -z $base ]]; then
    echo "api-check: there is no tag to compare with; name one, or a commit: Scripts/release/api-check.sh <tag or commit>" >&2
    exit 1
fi
commit=$(git rev-parse --verify --quiet "$base^{commit}") || {
    echo "api-check: this clone has no tag or commit '$base'; fetch it, or name another one" >&2
    exit 1
}

# describe PACKAGE FOLDER: builds the libraries, and writes the list of their modules and the public API of each.
describe() {
    local package=$1 folder=$2 module file directories=()
    rm -rf "$folder"
    mkdir -p "$folder"
    swift package --package-path "$package" dump-package |
        jq '.products[] | select(.type.library)' > "$folder/products.json"
    jq -r .name "$folder/products.json" | sort > "$folder/products"
    # JSONValues belongs to no product, but Coordination exports it.
    { jq -r '.targets[]' "$folder/products.json"; echo JSONValues; } | sort -u > "$folder/modules"
    while read -r module; do
        echo "api-check: building $module in $package"
        swift build --quiet --package-path "$package" --target "$module" < /dev/null
    done < "$folder/modules"

    while read -r file; do
        directories+=(-I "$(dirname "$file")")
    done < <(find "$package/Sources" "$package/.build/checkouts" -path '*/Sources/*' -name module.modulemap)
    while read -r module; do
        swift-api-digester -dump-sdk -abort-on-module-fail -module "$module" -I "$package/.build/debug/Modules" \
            "${directories[@]}" -o "$folder/$module.all" < /dev/null
        jq 'walk(if type == "array" then map(select((type == "object" and .isInternal) | not)) else . end)' \
            "$folder/$module.all" > "$folder/$module.json"
        rm "$folder/$module.all"
    done < "$folder/modules"
}

work=.build/api-check
if [[ ! -d $work/$commit ]]; then
    rm -rf "$work/source"
    mkdir -p "$work/source"
    git archive "$commit" | tar -x -C "$work/source"
    # The same versions of the dependencies.
    cp Package.resolved "$work/source/" 2> /dev/null || true
    describe "$work/source" "$work/unfinished"
    mv "$work/unfinished" "$work/$commit"
    rm -rf "$work/source"
fi
describe . "$work/now"

# Products and modules that are new since the base break nothing.
{
    comm -23 "$work/$commit/products" "$work/now/products" | sed 's/$/: the library product has been removed/'
    comm -23 "$work/$commit/modules" "$work/now/modules" | sed 's/$/: the module has been removed from the libraries/'
    while read -r module; do
        swift-api-digester -diagnose-sdk -o "$work/changes" \
            -input-paths "$work/$commit/$module.json" -input-paths "$work/now/$module.json"
        # Headings are comments, and each other line is a breaking change.
        sed "/^$/d; /^\/\*/d; s/^/$module: /" "$work/changes"
    done < <(comm -12 "$work/$commit/modules" "$work/now/modules")
} > "$work/report"

if grep -vxF -f <(grep -v '^#' Scripts/release/api-breakage-allowlist.txt) "$work/report"; then
    echo "api-check: these changes break the public API of $base; undo them, or see CONTRIBUTING.md on breaking changes" >&2
    exit 1
fi
echo "api-check: nothing breaks the public API of $base"
