"""States as JSON: their canonical text, and the patches that the JSON Patch library applies."""

import json

import jsonpatch
import jsonpointer


class Mismatch(Exception):
    """The states of two clients differ, or one client was told something impossible."""


def canonical(state):
    """Returns the text of a state without its token, which only the response to one request has."""
    told = {name: value for name, value in state.items() if name != "token"}
    return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def require_same(state, expected, what):
    if canonical(state) == canonical(expected):
        return
    difference = jsonpatch.make_patch(expected, state)
    raise Mismatch(f"{what}: this patch leads from the whole state to the other one: {str(difference)[:4000]}")


def patched(state, patch, in_place=False):
    """Returns a state after a patch.

    :raises Mismatch: if the patch does not fit the state.
    """
    try:
        return jsonpatch.JsonPatch(patch).apply(state, in_place=in_place)
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException) as error:
        raise Mismatch(f"the patch {json.dumps(patch)[:2000]} does not fit the state: {error!r}") from error
