/** Grammar of UCUM codes, over the atoms of its table. http://unitsofmeasure.org/ucum.html sections 1 to 3. */
import { metricAtoms, otherAtoms, prefixes } from './ucum-atoms.ts'

/** Reads a factor, or an atom with its prefix: letters and signs, and text in square brackets as a whole. */
const numeral = /\d+/y
const symbol = /10[*^]|(?:\[[^[\]]+\]|[^\s\d()/.{}[\]+-])+/y
const exponent = /[+-]?\d+/y
const annotation = /\{[^{}]*\}/y

type Reader = { readonly code: string; at: number }

/** No real code is longer, and nested ones use stack. */
const maxLength = 200

export function isUcumCode(code: string): boolean {
  if (code === '' || code.length > maxLength) return false
  const reader = { code, at: 0 }
  return readTerm(reader) && reader.at === code.length
}

/** Reads components joined by `.` and `/`; a term may begin with `/`. */
function readTerm(reader: Reader): boolean {
  take(reader, '/')
  do if (!readComponent(reader)) return false
  while (takeOperator(reader))
  return true
}

/** A term follows `/`, too, and may begin with one. */
function takeOperator(reader: Reader): boolean {
  if (take(reader, '.')) return true
  const isFound = take(reader, '/')
  if (isFound) take(reader, '/')
  return isFound
}

function readComponent(reader: Reader): boolean {
  const isRead = take(reader, '(') ? readTerm(reader) && take(reader, ')') : readUnit(reader)
  const isNoted = readAll(reader, annotation)
  return isRead || isNoted
}

/** An atom with its exponent, or a factor. */
function readUnit(reader: Reader): boolean {
  const start = reader.at
  const unit = read(reader, symbol)
  if (unit !== undefined && isUnit(unit)) {
    read(reader, exponent)
    return true
  }
  reader.at = start
  return read(reader, numeral) !== undefined
}

function isUnit(unit: string): boolean {
  if (metricAtoms.has(unit) || otherAtoms.has(unit)) return true
  return [1, 2].some((length) => prefixes.has(unit.slice(0, length)) && metricAtoms.has(unit.slice(length)))
}

function take(reader: Reader, character: string): boolean {
  if (reader.code[reader.at] !== character) return false
  reader.at += 1
  return true
}

function read(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.code)?.[0]
  reader.at += found?.length ?? 0
  return found
}

function readAll(reader: Reader, pattern: RegExp): boolean {
  let count = 0
  while (read(reader, pattern) !== undefined) count += 1
  return count > 0
}
