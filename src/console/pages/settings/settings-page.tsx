import { keep, route } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { Tabs } from '../../ui/choice.js';
import { Page } from '../../ui/page.js';
import { BackupPart } from './backup-part.js';
import { BankPart, ReflectPart } from './bank-part.js';
import { BanksPart } from './banks-part.js';
import { ImportPart } from './import-part.js';
import { KeysPart } from './keys-part.js';
import { LivePart } from './live-part.js';
import { ModelsPart } from './models-part.js';

const PARTS = {
  bank: BankPart,
  reflects: ReflectPart,
  banks: BanksPart,
  keys: KeysPart,
  import: ImportPart,
  backup: BackupPart,
  models: ModelsPart,
  live: LivePart,
} as const;
type Part = keyof typeof PARTS;
const OPTIONS = Object.entries(T.settings.parts) as readonly (readonly [Part, string])[];

/** How the bank is set up, and what belongs to the whole file. */
export function SettingsPage() {
  const { part: wanted } = route.value.params;
  const part = OPTIONS.find(([each]) => each === wanted)?.[0] ?? 'bank';
  const View = PARTS[part];
  return (
    <Page title={T.settings.title} lead={T.settings.lead}>
      <Tabs
        label={T.settings.title}
        options={OPTIONS}
        value={part}
        choose={(next) => keep({ part: next === 'bank' ? undefined : next })}
      />
      <View />
    </Page>
  );
}
