#!/usr/bin/env bash
# Checks what needs no build: imports, plain words, sentences in comments, names of files and symbols, commands on pages, the files
# in deploy, budgets of lines, examples, pictures, spelling, format, and documentation of public declarations. Stops at the first check
# that fails.
set -euo pipefail
cd "$(dirname "$0")/../.."

Scripts/setup.sh lint

import='^ *((public|package|internal|private|@.*) )*import Foundation$'
if grep -rnE --include='*.swift' "$import" Sources; then
    echo "Import FoundationEssentials instead of Foundation: the program has no data for Foundation's formatters (Sources/Program/NoLocaleData)." >&2
    exit 1
fi
Scripts/lint/words.py
Scripts/lint/texts.py
Scripts/lint/paths.py
Scripts/lint/links.py
Scripts/lint/commands.py
Scripts/lint/deploy.py
Scripts/lint/floors.py
Scripts/lint/lines.py
Scripts/lint/examples.py
Scripts/lint/swiftui-check.sh
Scripts/pictures/pictures.py check

# Not for spelling: data, lists of words, and texts in other languages.
not_english='\.(png|json|svg)$|^Scripts/lint/spelling|^Scripts/function-order|^Tests/FuzzCorpora/|common-passwords\.txt$|\.xcstrings$'
not_english+='|^Public/(web/words/(files|german|japanese)|door/words|unsupported-browser)\.js$|/PageTexts\.swift$|/(German|Japanese)Words\.kt$'
not_english+='|/Words\+(german|japanese)\.swift$'
git ls-files | grep -vE "$not_english" | xargs codespell --builtin clear,rare,en-GB_to_en-US \
    --ignore-words Scripts/lint/spelling.txt --exclude-file Scripts/lint/spelling-lines.txt

Scripts/format.sh check
