/** The reasons of deliveries, from the table that sorts them. */
import { deliveryReasons, type ReasonClass, reasonClasses } from '../../domain/delivery/reason-classes.ts'
import { code, type ReferencePage } from './reference-page.ts'

const reasonsOf = (name: ReasonClass): string =>
  deliveryReasons
    .filter((row) => row.class === name)
    .map(({ reason }) => code(reason))
    .join(', ')

export const deliveryReasonsPage: ReferencePage = {
  name: 'delivery-reasons',
  title: 'Reasons of deliveries',
  text: [
    'The `reason` of a delivery says why it waits, is held, was refused or was given up. Each reason has a class (`reasonClass`), and each class says what to do. [docs/channels.md](../channels.md) has the commands.',
  ],
  tables: [
    {
      columns: ['Class', 'Reasons', 'Means', 'What to do'],
      rows: reasonClasses.map(({ name, means, remedy }) => [code(name), reasonsOf(name) || 'any other', means, remedy]),
    },
  ],
}
