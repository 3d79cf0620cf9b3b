"""PyPI fhirclient: prints where a person signs in, reads from standard input where they came back to, and prints what it has read.

Arguments: `launch` or `serve`, and the settings of the library as JSON, with `patient` and, of a service, `jwt_token`.
"""

import json
import sys

from fhirclient import client
from fhirclient.models.observation import Observation
from fhirclient.models.patient import Patient


def read_all(smart, patient):
    found = Observation.where({"patient": patient}).perform_resources(smart.server)
    return {"family": Patient.read(patient, smart.server).name[0].family, "observations": len(found)}


def launch(settings):
    smart = client.FHIRClient(settings=settings)
    smart.prepare()
    print(smart.authorize_url, flush=True)
    smart.handle_callback(sys.stdin.readline().strip())
    first = read_all(smart, smart.patient_id)
    before = smart.server.auth.access_token
    smart.reauthorize()
    return {
        "patient": smart.patient_id,
        "first": first,
        "again": read_all(smart, smart.patient_id),
        "isNew": smart.server.auth.access_token != before,
    }


def serve(settings):
    smart = client.FHIRClient(settings=settings)
    smart.wants_patient = False
    smart.prepare()
    smart.authorize()
    return {"first": read_all(smart, settings["patient"])}


def main(way, settings):
    print(json.dumps({"launch": launch, "serve": serve}[way](settings)))


main(sys.argv[1], json.loads(sys.argv[2]))
