"""An HTTP server of a test's own, in threads of its process."""

import sys
import threading
from http.server import ThreadingHTTPServer


class LoopbackServer(ThreadingHTTPServer):
    """Serves at a free port of this machine until `stop`."""

    daemon_threads = True

    def __init__(self, handler):
        super().__init__(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def stop(self):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        # A browser closes the connections of a page that is left, also in the middle of a response.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)
