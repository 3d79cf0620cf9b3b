/**
 * AU Base's Endpoint, the base of the draft's profile, which AU Base 6.0.0 lacks: its additions to R4, taken from the snapshot of
 * AU Core 2.1.0-draft's au-core-endpoint.
 */
import type { StructureDefinition } from '@medplum/fhirtypes'
import { r4, toCanonical } from './canonicals.ts'

export const baseEndpoint: StructureDefinition = {
  resourceType: 'StructureDefinition',
  url: toCanonical('base:endpoint'),
  version: '6.1.0-draft',
  name: 'AUBaseEndpoint',
  status: 'draft',
  kind: 'resource',
  abstract: false,
  type: 'Endpoint',
  baseDefinition: `${r4}Endpoint`,
  derivation: 'constraint',
  differential: {
    element: [
      { id: 'Endpoint', path: 'Endpoint' },
      {
        id: 'Endpoint.extension:environmentType',
        path: 'Endpoint.extension',
        sliceName: 'environmentType',
        type: [
          {
            code: 'Extension',
            profile: ['http://hl7.org/fhir/5.0/StructureDefinition/extension-Endpoint.environmentType'],
          },
        ],
      },
      {
        id: 'Endpoint.connectionType',
        path: 'Endpoint.connectionType',
        binding: { strength: 'extensible', valueSet: toCanonical('auset:endpoint-connection-type-extended') },
      },
      {
        id: 'Endpoint.payloadType',
        path: 'Endpoint.payloadType',
        binding: { strength: 'preferred', valueSet: toCanonical('auset:endpoint-payload-type-extended') },
      },
    ],
  },
}
