/** The built-in templates of every tenant. Runs at each start: adds missing ones and changes nothing. */
import { newId } from '../../core/ids.ts'
import { hubAddress } from '../../store/hub-resources.ts'
import type { Store } from '../../store/store.ts'
import type { Tx } from '../../store/transaction.ts'
import { type BuiltIn, builtInTemplates } from './built-in-templates.ts'
import { putNew, putRules } from './templates.ts'

export async function seedTenant(store: Store, tenant: string): Promise<void> {
  await store.transactAsSystem(
    tenant,
    async (tx) => {
      await tx.lock('seed')
      for (const builtIn of builtInTemplates) await seedTemplate(tx, builtIn)
    },
    newId(),
  )
}

/** The first releases kept a template's rules in its version; the row's rules replace them. */
async function seedTemplate(tx: Tx, { id, template, versionId, version, schema, policy }: BuiltIn): Promise<void> {
  const places = [hubAddress('Template', id), hubAddress('ArtifactSchema', id)]
  const [known, rules] = await tx.findAllCurrent(places)
  if (rules === undefined) await putRules(tx, id, { schema, policy })
  if (known !== undefined) return
  await putNew(tx, 'Template', id, template)
  await putNew(tx, 'TemplateVersion', versionId, version)
  tx.record('template.created', { resourceType: 'Template', resourceId: id })
}
