"""The contract of a server, as its OpenAPI document states it, and the check that responses keep it."""

import copy
import re
from collections import Counter
from urllib.parse import urlsplit

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

ROOT = "urn:usher:openapi"


class Violation(Exception):
    """A response is not as the document describes it."""


class Contract:
    """
    :param document: The OpenAPI document of the server.

    Clients ignore members that they don't know; here a member that the document does not list is a violation, so that none is
    forgotten in it.
    """

    def __init__(self, document):
        self.document = copy.deepcopy(document)
        close(self.document["components"]["schemas"])
        close(self.document["paths"])
        resource = Resource.from_contents(self.document, default_specification=DRAFT202012)
        self._registry = Registry().with_resource(ROOT, resource)
        self._validators = {}
        self._paths = [
            (re.compile("^" + re.sub(r"\\{[^/]+?\\}", "[^/]+", re.escape(path)) + "$"), path, item)
            for path, item in self.document["paths"].items()]
        # Literal segments take precedence, as on the server.
        self._paths.sort(key=lambda path: path[1].count("{"))
        self.seen = Counter()

    @property
    def operations(self):
        """The names of all operations that are described."""
        return {
            operation["operationId"] for item in self.document["paths"].values() for operation in item.values()
            if "operationId" in operation}

    def check(self, response):
        """Checks the status, the type and the body of a response.

        :raises Violation: with the first difference.
        """
        request = response.request
        where = f"{request.method} {request.url.path}: {response.status_code}"
        operation, path = self._operation(request)
        if operation is None:
            raise Violation(f"{where}: the document does not have this path or this method")
        described = self._resolved(operation["responses"].get(str(response.status_code)))
        if described is None:
            raise Violation(f"{where}: the document does not have this status; the body is {response.text[:500]}")
        self.seen[operation.get("operationId"), response.status_code] += 1
        for name in response.headers:
            if name.title() in ("Etag", "Location", "Preference-Applied", "Idempotency-Replayed", "Credential-Renewed"):
                if name.lower() not in {field.lower() for field in described.get("headers", {})}:
                    raise Violation(f"{where}: the document does not have the field {name}")
        content = described.get("content")
        if content is None:
            if response.content:
                raise Violation(f"{where}: the document has no content")
            return
        media = response.headers.get("Content-Type", "").split(";")[0]
        names = {name.split(";")[0]: name for name in content}
        if media not in names:
            raise Violation(f"{where}: the document does not have the type {media!r}")
        if not media.endswith("json"):
            return
        escaped = path.replace("~", "~0").replace("/", "~1")
        pointer = f"/paths/{escaped}/{request.method.lower()}/responses/{response.status_code}"
        if "$ref" in operation["responses"][str(response.status_code)]:
            pointer = f"/components/responses/{response.status_code}"
        media = names[media].replace("/", "~1")
        body = response.json()
        self.validate(body, f"{pointer}/content/{media}/schema", where)
        for state in (body, body.get("state") if isinstance(body, dict) else None):
            if isinstance(state, dict) and "screens" in state and "navigation" in state:
                self.check_screens(state, where)

    def check_screens(self, state, where):
        """Checks the inputs of each screen, and the schemas of its outputs, against the components of the application."""
        schemas = self.document["components"]["schemas"]
        for screen in state["screens"].values():
            name = f"{state['app']}.{screen['name']}"
            self.validate(screen["props"], f"/components/schemas/{name}.props", f"{where}: {name}")
            for output in screen["outputs"]:
                component = inlined(schemas.get(f"{name}.{output['name']}"), schemas)
                if component != output.get("schema"):
                    raise Violation(f"{where}: the schema of {name}.{output['name']} is not that of the document")
            self.seen[name] += 1

    def validate(self, value, pointer, where):
        """Validates a value with the schema at a place of the document."""
        validator = self._validators.get(pointer)
        if validator is None:
            # RFC 6901 section 6: the pointer is in the fragment of a URI.
            reference = f"{ROOT}#{pointer.replace('{', '%7B').replace('}', '%7D')}"
            validator = self._validators[pointer] = Draft202012Validator(
                {"$ref": reference}, registry=self._registry, format_checker=Draft202012Validator.FORMAT_CHECKER)
        if validator.is_valid(value):
            return
        error = deepest(next(validator.iter_errors(value)))
        place = "/".join(map(str, error.absolute_path))
        raise Violation(f"{where}: at /{place}: {error.message[:1000]}")

    def _operation(self, request):
        path = urlsplit(str(request.url)).path
        for pattern, template, item in self._paths:
            if pattern.match(path):
                return item.get(request.method.lower()), template
        return None, None

    def _resolved(self, response):
        if response is None or "$ref" not in response:
            return response
        return self.document["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]


def inlined(schema, schemas):
    """Returns a schema with the components in the places of the references to them, as the outputs of a screen have it."""
    if isinstance(schema, list):
        return [inlined(element, schemas) for element in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return inlined(schemas[schema["$ref"].removeprefix("#/components/schemas/")], schemas)
    if schema.get("anyOf", [])[1:] == [{"type": "null"}]:
        value = inlined(schema["anyOf"][0], schemas)
        texts = {name: schema[name] for name in ("title", "description") if name in schema}
        choices = {"enum": value["enum"] + [None]} if "enum" in value else {}
        return value | {"type": [value["type"], "null"]} | choices | texts
    return {name: inlined(member, schemas) for name, member in schema.items()}


def deepest(error):
    """Returns the error inside of alternatives that says most about the difference."""
    while error.context:
        error = max(error.context, key=lambda each: (len(each.absolute_path), each.validator not in ("const", "type")))
    return error


def close(value):
    """Lets every object with listed members have no others."""
    if isinstance(value, list):
        for element in value:
            close(element)
    elif isinstance(value, dict):
        is_object = value.get("type") == "object" and isinstance(value.get("properties"), dict)
        if is_object and "additionalProperties" not in value:
            value["additionalProperties"] = False
        for member in value.values():
            close(member)
