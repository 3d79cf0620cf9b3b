/** Every function by its name. FHIRPath N1 §5, those of 3.0.0-ballot, R4 fhirpath.html#functions. */
import type { FunctionRow } from '../compiled.ts'
import { aggregates } from './aggregates.ts'
import { boundaries } from './boundaries.ts'
import { combining } from './combining.ts'
import { conversions } from './conversions.ts'
import { existence } from './existence.ts'
import { fhirFunctions } from './fhir-functions.ts'
import { filtering } from './filtering.ts'
import { mathematics } from './mathematics.ts'
import { navigation } from './navigation.ts'
import { sorting } from './sorting.ts'
import { strings } from './strings.ts'
import { subsetting } from './subsetting.ts'
import { tools } from './tools.ts'

export const functions: ReadonlyMap<string, FunctionRow> = new Map(
  [
    existence,
    filtering,
    sorting,
    subsetting,
    combining,
    conversions,
    strings,
    mathematics,
    navigation,
    aggregates,
    boundaries,
    tools,
    fhirFunctions,
  ].flatMap((table) => Object.entries<FunctionRow>(table)),
)
