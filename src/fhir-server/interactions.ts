/** The interface as a table: one row for each interaction. R4 http.html. */

import type { TypeCode } from '../fhir/resource-types.ts'
import { compartmentTypes } from '../fhir-search/index/compartments.ts'
import { cancelExport, readFile, readStatus } from './bulk-export/bulk-replies.ts'
import type { Work } from './exchange.ts'
import { operations } from './operations/operations.ts'
import { patch, patchWhere } from './patch/patch.ts'
import { historyOfInstance, historyOfSystem, historyOfType } from './read/history.ts'
import { read, vread } from './read/read.ts'
import { search, searchCompartment, searchSystem } from './search/search.ts'
import { create, createOne } from './write/create.ts'
import { remove, removeWhere } from './write/delete.ts'
import { update, updateWhere } from './write/update.ts'

type InteractionRow = {
  /** The interactions of a type; the system offers all. */
  readonly code: TypeCode | 'history-system' | 'search-system'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly spec: string
} & Work

const compartmentSearch = { code: 'search-type', spec: 'http.html#vsearch' } as const

// biome-ignore format: one row a line
const ofCompartment = (compartment: string) => [
  { ...compartmentSearch, method: 'GET',  path: `${compartment}/{id}/{type}`,         look: searchCompartment(compartment) },
  { ...compartmentSearch, method: 'POST', path: `${compartment}/{id}/{type}/_search`, look: searchCompartment(compartment) },
  { ...compartmentSearch, method: 'GET',  path: `${compartment}/{id}/*`,              look: searchCompartment(compartment) },
] as const satisfies readonly InteractionRow[]

// biome-ignore format: one row a line
export const interactions = [
  { code: 'read',             method: 'GET',    path: '{type}/{id}',                    look: read,                  spec: 'http.html#read' },
  { code: 'vread',            method: 'GET',    path: '{type}/{id}/_history/{version}', look: vread,                 spec: 'http.html#vread' },
  { code: 'history-instance', method: 'GET',    path: '{type}/{id}/_history',           look: historyOfInstance,     spec: 'http.html#history' },
  { code: 'history-type',     method: 'GET',    path: '{type}/_history',                look: historyOfType,         spec: 'http.html#history' },
  { code: 'history-system',   method: 'GET',    path: '_history',                       look: historyOfSystem,       spec: 'http.html#history' },
  { code: 'search-type',      method: 'GET',    path: '{type}',                         look: search,                spec: 'http.html#search' },
  { code: 'search-type',      method: 'POST',   path: '{type}/_search',                 look: search,                spec: 'http.html#search' },
  { code: 'search-system',    method: 'GET',    path: '',                               look: searchSystem,          spec: 'http.html#search' },
  { code: 'search-system',    method: 'POST',   path: '_search',                        look: searchSystem,          spec: 'http.html#search' },
  ...compartmentTypes.flatMap(ofCompartment),
  { code: 'create',           method: 'POST',   path: '{type}',                         writeOne: createOne, interact: create, spec: 'http.html#create' },
  { code: 'update',           method: 'PUT',    path: '{type}/{id}',                    writeOne: update,            spec: 'http.html#update' },
  { code: 'update',           method: 'PUT',    path: '{type}',                         interact: updateWhere,       spec: 'http.html#cond-update' },
  { code: 'patch',            method: 'PATCH',  path: '{type}/{id}',                    writeOne: patch,             spec: 'http.html#patch' },
  { code: 'patch',            method: 'PATCH',  path: '{type}',                         interact: patchWhere,        spec: 'http.html#patch' },
  { code: 'delete',           method: 'DELETE', path: '{type}/{id}',                    writeOne: remove,            spec: 'http.html#delete' },
  { code: 'delete',           method: 'DELETE', path: '{type}',                         interact: removeWhere,       spec: 'http.html#3.1.0.7.1' },
] as const satisfies readonly InteractionRow[]

const [code, formats] = ['operation', 'own'] as const
const types: readonly string[] = []

/** Addresses with which an operation continues, in formats of their own. */
// biome-ignore format: one row a line
const continuations = [
  { code, method: 'GET',    types, formats, path: '$export-status/{id}', look: readStatus,       spec: 'async.html' },
  { code, method: 'DELETE', types, formats, path: '$export-status/{id}', interact: cancelExport, spec: 'async.html' },
  { code, method: 'GET',    types, formats, path: '$export-file/{id}',   look: readFile,         spec: 'async.html' },
] as const

export const routes = [...interactions, ...operations, ...continuations]

export type Route = (typeof routes)[number]
