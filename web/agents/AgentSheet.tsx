import type { ReactElement } from 'react';
import { Agent } from '#core/agents/agent.ts';
import { EntityDialog } from '#ui/EntityDialog/index.tsx';
import type { SheetProps } from '#ui/shell/screen.ts';
import { useAgentExtras } from './agentExtras.ts';
import { useAgentActs } from './useAgentActs.tsx';

/** An agent, above any screen. */
export default function AgentSheet(props: SheetProps): ReactElement {
  const { actions, dialogs } = useAgentActs();
  return (
    <>
      <EntityDialog of={Agent} extras={useAgentExtras()} actions={actions} {...props} />
      {dialogs}
    </>
  );
}
