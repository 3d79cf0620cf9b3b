/** Attacks on objects, properties, functions and flows. docs/security.md#threats. */
import { flowAttacks } from './flows.ts'
import { functionAttacks } from './functions.ts'
import { objectAttacks } from './objects.ts'
import { propertyAttacks } from './properties.ts'
import { runAttacks } from './run-attacks.ts'

runAttacks([...objectAttacks, ...propertyAttacks, ...functionAttacks, ...flowAttacks])
