/** Systems with a grammar or short list instead of content: those that the reference validator also knows offline. */

import { isUcumCode } from '../profiles/rules/ucum.ts'
import { isLoincCode, isSnomedConcept, isSnomedExpression } from './check-digits.ts'
import { countries, currencies } from './iso-codes.ts'

/** `valid`, `invalid`: the grammar or list decides. `possible`, `impossible`: the content would decide; form or check digit say a part. */
export type SyntaxAnswer = 'valid' | 'invalid' | 'possible' | 'impossible'

type Syntax = (code: string) => SyntaxAnswer

const only = (isValid: boolean): SyntaxAnswer => (isValid ? 'valid' : 'invalid')
const perhaps = (isPossible: boolean): SyntaxAnswer => (isPossible ? 'possible' : 'impossible')

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Few tags are in use, and the tables for them are slow. */
const mostTags = 500
const knownTags = new Map<string, SyntaxAnswer>()

function checkLanguage(tag: string): SyntaxAnswer {
  const known = knownTags.get(tag)
  if (known !== undefined) return known
  const answer = readLanguage(tag)
  if (knownTags.size < mostTags && tag.length <= 35) knownTags.set(tag, answer)
  return answer
}

/** BCP 47 2.1: the grammar, and the subtags of two letters, which ISO 639-1 and 3166-1 list in full. */
function readLanguage(tag: string): SyntaxAnswer {
  if (/^(?:x|i)-[a-z\d-]+$/i.test(tag)) return 'valid'
  try {
    const { language, region } = new Intl.Locale(tag)
    if (language.length === 2 && languages.of(language) === undefined) return 'invalid'
    if (region?.length === 2 && regions.of(region) === undefined) return 'invalid'
    return language.length > 3 ? 'possible' : 'valid'
  } catch {
    return 'invalid'
  }
}

// biome-ignore format: one row a line
const syntaxes: Readonly<Record<string, Syntax>> = {
  'http://snomed.info/sct': (code) => perhaps(isSnomedConcept(code) || isSnomedExpression(code)),
  'http://loinc.org':       (code) => perhaps(isLoincCode(code)),
  'urn:ietf:bcp:47':        checkLanguage,
  // As in the reference validator: FHIR also has short names, and anyone may name a type.
  'urn:ietf:bcp:13':        (code) => only(code !== ''),
  'urn:iso:std:iso:3166':   (code) => only(countries.has(code)),
  'urn:iso:std:iso:3166:-2':(code) => perhaps(/^[A-Z]{2}-[A-Z\d]{1,3}$/.test(code)),
  'urn:iso:std:iso:4217':   (code) => only(currencies.has(code)),
  'http://unitsofmeasure.org': (code) => only(isUcumCode(code)),
}

/** Undefined for an unknown system. */
export const checkSyntax = (system: string, code: string): SyntaxAnswer | undefined => syntaxes[system]?.(code)
