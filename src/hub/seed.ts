/** What every tenant has from the start: the built-in templates. Run at each start; it changes nothing that is there. */
import { newId } from '../ids.ts'
import { asJson, hubPlace } from '../store/hub-resources.ts'
import type { Store } from '../store/store.ts'
import { builtInTemplates } from './built-in-templates.ts'

export async function seedTenant(store: Store, tenant: string): Promise<void> {
  await store.transactAsSystem(
    tenant,
    async (tx) => {
      await tx.lock('seed')
      for (const builtIn of builtInTemplates) {
        if ((await tx.find(hubPlace('Template', builtIn.id))) !== undefined) continue
        await tx.put({ ...hubPlace('Template', builtIn.id), content: asJson(builtIn.template), expected: 0 })
        await tx.put({
          ...hubPlace('TemplateVersion', builtIn.versionId),
          content: asJson(builtIn.version),
          expected: 0,
        })
        tx.record('template.created', { resourceType: 'Template', resourceId: builtIn.id })
      }
    },
    newId(),
  )
}
