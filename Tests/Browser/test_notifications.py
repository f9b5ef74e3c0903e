"""Web Push with the example Examples/NightTrain: a browser subscribes, leaves, and gets an encrypted message by a push service.

The push service is a part of this test, because those of browsers are not on this machine. It decrypts the message as a browser does, by
an implementation of its own (`http_ece`), and hands it to the service worker. Scripts/checks/night-train.sh runs it:

    USHER_COMMAND=".build-stranger/debug/night-train serve --store memory --port 0" Scripts/browser-test.sh test_notifications
"""

import base64
import hashlib
import http.server
import json
import os
import re
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from browser import Browser, Server, wait_until
from server import ROOT

USE_ELSEWHERE = "Use on another device"
WORKS = "navigator.serviceWorker.ready.then(({active}) => arguments[0](active.state === 'activated'))"
SHOWN = """
    navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
      .then((list) => arguments[0](list.map(({title, body, tag, data}) => ({title, body, tag, url: data.url}))))
"""


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushService:
    """A push service with one browser, which has the keys of its subscription."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.requests = []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                content = self.rfile.read(int(self.headers["Content-Length"]))
                service.requests.append((self.path, dict(self.headers), content))
                self.send_response(201)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    @property
    def subscription(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": encoded(point), "auth": encoded(self.secret)}
        return {"endpoint": f"{self.origin}/push/1", "expirationTime": None, "keys": keys}

    def message(self, content):
        return http_ece.decrypt(content, private_key=self.key, auth_secret=self.secret, version="aes128gcm")


#: In place of the part of a browser that talks to a push service. Everything else is the browser's own.
SUBSCRIBING = """
    let key = null;
    const subscription = () => key && {
      options: {applicationServerKey: key},
      toJSON: () => (%s),
      unsubscribe: async () => { key = null; return true; },
    };
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async ({applicationServerKey}) => {
      const text = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
      key = Uint8Array.from(text, (each) => each.charCodeAt(0)).buffer;
      return subscription();
    };
"""


@unittest.skipUnless("night-train" in os.environ.get("USHER_COMMAND", ""), "USHER_COMMAND starts another program.")
class Notifications(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        # Plain modules have no service worker.
        public = Path(folder.name, "public")
        subprocess.run([ROOT / "Scripts/bundle.sh", ROOT / "Public", public], check=True)
        self.service = PushService()
        self.addCleanup(self.service.stop)
        self.server = Server(
            "--public", str(public), "--push-service", self.service.origin, "--bank-time", "0", "--printing-time", "6"
        )
        self.addCleanup(self.server.stop)
        self.browser = Browser()
        self.addCleanup(self.browser.quit)
        if self.browser.engine.name != "chromium":
            self.skipTest("Only Chromium lets a test hand a message to a service worker.")
        self.browser._cdp("Browser.grantPermissions", permissions=["notifications"], origin=self.server.address)
        self.browser._cdp("Page.addScriptToEvaluateOnNewDocument", source=SUBSCRIBING % json.dumps(self.service.subscription))

    def book(self):
        """Books a train until its payment."""
        for name in ("Continue", "5", "Pay"):
            self.browser.press(name)
        self.browser.type("E-mail", "ada@example.org")
        self.browser.type("Password", "night-train")
        self.browser.press("Log in")
        self.browser.shows("Payment")
        self.browser.type("Card number", "4111111111111111")

    def turn(self, name, then):
        self.browser.press(USE_ELSEWHERE)
        self.browser.press(name)
        self.browser.find("button", then)
        self.browser.screenshot(f"notifications-{'on' if 'off' in then else 'off'}")
        self.browser.press("Close")

    def test_a_user_who_has_left_is_notified_once_and_comes_back_by_the_notification(self):
        self.browser.start(f"{self.server.address}/trains")
        wait_until(lambda: self.browser.driver.execute_async_script(WORKS), "the service worker")
        self.turn("Turn notifications on", "Turn notifications off")
        self.browser.open(f"{self.server.address}/trains/search/AT-Vienna/AT-Salzburg/2026-12-24")
        self.browser.press(re.compile("^NJ 466"))
        self.browser.press("Book")
        self.browser.shows("Traveler 1 of 1")
        self.browser.type("Name", "Ada")
        self.browser.press("Continue")
        self.book()
        self.browser.press("Pay now")
        self.browser.shows("Your ticket")
        self.assertEqual(self.service.requests, [])
        self.browser.open("about:blank")
        wait_until(lambda: self.service.requests, "the message", timeout=30)

        path, fields, content = self.service.requests[0]
        self.assertEqual(path, "/push/1")
        self.assertEqual(fields["Content-Encoding"], "aes128gcm")
        self.check(fields["Authorization"])
        message = self.service.message(content)
        expected = {"title": "Your ticket is ready", "text": "Vienna – Salzburg, compartment 5"}
        data = json.loads(message)
        self.assertEqual({name: data[name] for name in expected}, expected)
        self.assertTrue(data["url"].startswith("/trains/trip/"), data)

        # The browser hands the message to the service worker of the page, which shows it.
        self.browser.open(f"{self.server.address}{data['url']}")
        self.browser.shows("NJ 466")
        self.deliver(message.decode())
        shown = wait_until(lambda: self.browser.driver.execute_async_script(SHOWN), "the notification")
        self.assertEqual(shown, [{"title": data["title"], "body": data["text"], "tag": data["tag"], "url": data["url"]}])
        self.assertEqual(len(self.service.requests), 1)
        # The user turns them off, in the session that the browser still has.
        self.browser.press("Account")
        self.turn("Turn notifications off", "Turn notifications on")
        self.assertEqual(self.browser.complaints(), [])

    def deliver(self, message):
        """Hands a message to the service worker, as the browser does that has decrypted it."""
        self.browser._cdp("ServiceWorker.enable")
        # The number of the registration comes in an event, which selenium does not get. The browser ignores the others.
        for number in range(8):
            self.browser._cdp(
                "ServiceWorker.deliverPushMessage", origin=self.server.address, registrationId=str(number), data=message)

    def check(self, authorization):
        """Checks the identification of the server (RFC 8292)."""
        token, key = (part.split("=", 1)[1] for part in authorization.removeprefix("vapid ").split(", "))
        header, claims, signature = token.split(".")
        self.assertEqual(json.loads(decoded(claims))["aud"], self.service.origin)
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        numbers = decoded(signature)
        pair = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
        public.verify(pair, f"{header}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


if __name__ == "__main__":
    unittest.main()
