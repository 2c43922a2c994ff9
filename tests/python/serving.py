"""Serves a WSGI application on a free port of this machine and says which."""

import werkzeug.serving


def serve(application, port: int = 0) -> None:
    """Prints `listening on http://127.0.0.1:PORT`, then serves until it is killed."""
    server = werkzeug.serving.make_server("127.0.0.1", port, application, threaded=True, request_handler=Quiet)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


class Quiet(werkzeug.serving.WSGIRequestHandler):
    """Says nothing of each request."""

    def log(self, *_) -> None:
        pass
