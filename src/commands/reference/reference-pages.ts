/** The pages of the reference. */
import type { Subcommand } from '../subcommand.ts'
import { buildCommandsPage } from './commands-page.ts'
import { deliveryReasonsPage } from './delivery-reasons-page.ts'
import { eventsPage } from './events-page.ts'
import { fhirRoutesPage } from './fhir-routes-page.ts'
import { hubRoutesPage } from './hub-routes-page.ts'
import { problemsPage } from './problems-page.ts'
import type { ReferencePage } from './reference-page.ts'
import { settingsPage } from './settings-page.ts'

export const buildReference = (subcommands: readonly Subcommand[]): readonly ReferencePage[] => [
  buildCommandsPage(subcommands),
  settingsPage,
  hubRoutesPage,
  fhirRoutesPage,
  problemsPage,
  eventsPage,
  deliveryReasonsPage,
]
