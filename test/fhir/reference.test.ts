import { describe, expect, test } from '@jest/globals'
import { noAddresses, openOwnAddresses, ownAddressesOf } from '../../src/fhir/own-addresses.ts'
import { findLocal, findLocalTarget, namedType, parseReference, targetOf } from '../../src/fhir/reference.ts'

const own = openOwnAddresses(['https://hub.example.org/fhir/R4', 'http://old.example.org:8080/fhir/R4/'])

describe('D64: every form of a reference to a resource of ours is one', () => {
  test.each([
    'Patient/P',
    'Patient/P/_history/3',
    'Patient/P#contained',
    'Patient/P?_format=json',
    'Patient/%50',
    'https://hub.example.org/fhir/R4/Patient/P',
    'https://hub.example.org/fhir/R4/Patient/P/_history/3',
    'https://hub.example.org/fhir/R4/Patient/P#contained',
    'https://hub.example.org/fhir/R4/Patient/P?_format=json',
    'https://hub.example.org/fhir/R4/Patient/%50',
    'https://hub.example.org/fhir/%52%34/Patient/P',
    'https://hub.example.org/fhir/x/../R4/Patient/P',
    'https://hub.example.org:443/fhir/R4/Patient/P',
    'HTTPS://HUB.EXAMPLE.ORG/fhir/R4/Patient/P',
    'http://old.example.org:8080/fhir/R4/Patient/P',
    'http://old.example.org:8080/fhir/R4/Patient/P/_history/3',
  ])('%s', (text) => {
    expect(findLocal(own, text)).toMatchObject({ type: 'Patient', id: 'P' })
    expect(findLocalTarget(own, text)).toBe('Patient/P')
    expect(targetOf(own, text)).toBe('Patient/P')
  })

  test('D64: a version is told', () => {
    expect(findLocal(own, 'https://hub.example.org/fhir/R4/Patient/P/_history/3')).toMatchObject({ version: '3' })
    expect(findLocal(own, 'Patient/P')).not.toHaveProperty('version')
  })
})

describe("D64: another server's resource stays another's, in its own words", () => {
  test.each([
    'http://hub.example.org/fhir/R4/Patient/P',
    'https://hub.example.org:8443/fhir/R4/Patient/P',
    'https://hub.example.org/Patient/P',
    'https://hub.example.org/fhir/R5/Patient/P',
    'https://hub.example.org/fhir/r4/Patient/P',
    'https://hub.example.org.evil.example/fhir/R4/Patient/P',
    'https://evil.example/https://hub.example.org/fhir/R4/Patient/P',
    'https://hub.example.org@evil.example/fhir/R4/Patient/P',
    'https://somebody@hub.example.org/fhir/R4/Patient/P',
    'https://hub.example.org/fhir/R4%2FPatient/P',
    'https://old.example.org:8080/fhir/R4/Patient/P',
    'ftp://hub.example.org/fhir/R4/Patient/P',
  ])('%s', (text) => {
    expect(parseReference(own, text)).toEqual({ kind: 'elsewhere', address: text })
    expect(findLocal(own, text)).toBeUndefined()
    expect(targetOf(own, text)).toBe(text)
  })

  test('D64: versions of what another server has are found together', () => {
    expect(targetOf(own, 'https://other.example.org/Patient/P/_history/3')).toBe('https://other.example.org/Patient/P')
  })
})

describe('D64: what names nothing here', () => {
  test.each([
    '',
    'P',
    'patient/P',
    'Patient/',
    'Patient/P/',
    '/Patient/P',
    'Patient/P/_history',
    'Patient/P/_history/3/4',
    'Patient/P Q',
    `Patient/${'a'.repeat(65)}`,
    'Patient?identifier=1',
    'https://hub.example.org/fhir/R4/Patient/P/',
    'https://hub.example.org/fhir/R4//Patient/P',
    'https://hub.example.org/fhir/R4/Patient?identifier=1',
    'https://hub.example.org/fhir/R4/',
  ])('%j', (text) => {
    expect(parseReference(own, text)).toBeUndefined()
    expect(targetOf(own, text)).toBeUndefined()
  })

  test('D64: a fragment is within its resource, and a URN is itself', () => {
    expect(parseReference(own, '#a')).toEqual({ kind: 'fragment', id: 'a' })
    expect(targetOf(own, '#a')).toBeUndefined()
    expect(targetOf(own, 'urn:uuid:1')).toBe('urn:uuid:1')
  })
})

test('D64: the settings say which addresses are ours', () => {
  const addresses = ownAddressesOf({
    baseUrl: 'https://Hub.example.org:443',
    formerBaseUrls: ['http://old.example.org/x'],
  })

  expect(addresses.bases).toEqual(['https://hub.example.org/fhir/R4', 'http://old.example.org/x/fhir/R4'])
  expect(findLocal(noAddresses, 'https://hub.example.org/fhir/R4/Patient/P')).toBeUndefined()
})

test.each([
  ['Patient/P', 'Patient'],
  ['https://other.example.org/x/Patient/P/_history/1', 'Patient'],
  ['Patient/P#x', 'Patient'],
  ['urn:uuid:1', undefined],
])('R4 references.html#literal: %s names the type %s', (text, type) => expect(namedType(text)).toBe(type))
