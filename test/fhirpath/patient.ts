/** The patient of the expressions, shaped as the one that the tests of FHIRPath use. */
import { type JsonObject, parseJson } from '../../src/core/json.ts'

export const patient = parseJson(`{
  "resourceType": "Patient",
  "id": "p1",
  "active": true,
  "name": [
    { "use": "official", "family": "Wattle", "given": ["Grevillea", "Mae"] },
    { "use": "usual", "given": ["Gwen"] },
    { "use": "maiden", "family": "Banks", "given": ["Grevillea", "Mae"], "period": { "end": "2002" } }
  ],
  "telecom": [
    { "use": "home" },
    { "system": "phone", "value": "(03) 5555 6473", "use": "work", "rank": 1 },
    { "system": "phone", "value": "(03) 3410 5613", "use": "mobile", "rank": 2 }
  ],
  "gender": "female",
  "birthDate": "1974-12-25",
  "_birthDate": {
    "extension": [{ "url": "http://hl7.org/fhir/StructureDefinition/patient-birthTime", "valueDateTime": "1974-12-25T14:35:45-05:00" }]
  },
  "deceasedBoolean": false,
  "address": [{ "use": "home", "line": ["1 Wattle St", null], "_line": [null, { "id": "l2" }], "city": "Hobart" }],
  "maritalStatus": { "coding": [{ "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "code": "M" }] },
  "contact": [{ "name": { "family": "du March", "_family": { "id": "f" } }, "gender": "female" }],
  "managingOrganization": { "reference": "#o1" },
  "contained": [{ "resourceType": "Organization", "id": "o1", "name": "Clinic" }]
}`) as JsonObject
