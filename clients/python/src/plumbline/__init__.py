"""Client of the Plumbline takeoff API.

from plumbline import Client

client = Client("https://plumbline.example.com", "plk_…")
project = client.create_project(name="North School")
document = client.upload(project["id"], "E-101.pdf")
takeoff = client.wait(client.create_takeoff(document_id=document["id"], discipline="electrical"))
for item in client.items(takeoff["id"]):
    print(item["effective_quantity"], item["unit"], item["description"])
"""

from . import types
from ._client import AsyncClient, Client
from ._flow import RetryPolicy
from .errors import FailedError, PlumblineError, ProblemError, TransportError, WaitTimeoutError

__all__ = [
    "AsyncClient",
    "Client",
    "FailedError",
    "PlumblineError",
    "ProblemError",
    "RetryPolicy",
    "TransportError",
    "WaitTimeoutError",
    "types",
]
