import type { ReactElement } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { useAgentExtras } from './agentExtras.ts';

/** An agent, above any screen. */
export default function AgentSheet(props: SheetProps): ReactElement {
  return <EntityDialog of={Agent} extras={useAgentExtras()} {...props} />;
}
