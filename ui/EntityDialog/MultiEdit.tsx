// Edits several records side by side: one tab each, saved together, each with its own result (D-020, D-021).
import { Alert, Anchor, Button, Kbd, Modal, Progress, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useRef } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import { useDialogSize } from '../dialog.ts';
import { plural } from '../format.ts';
import { askToLeave } from '../leaving.ts';
import type { AnyRow } from '../moves.ts';
import dialog from './EntityDialog.module.css';
import type { DialogExtras } from './extras.ts';
import { GiveAll } from './GiveAll.tsx';
import classes from './MultiEdit.module.css';
import { Step } from './Step.tsx';
import { StepTabs } from './StepTabs.tsx';
import { type SaveReport, savedWords, useSteps } from './useSteps.ts';

export interface MultiEditProps {
  of: Entity;
  page: string;
  rows: readonly AnyRow[];
  extras?: DialogExtras | undefined;
  onClose(): void;
}

export default function MultiEdit({ of, page, rows, extras, onClose }: MultiEditProps): ReactNode {
  const { content, ...size } = useDialogSize();
  const base = useId();
  const tabId = useCallback((id: string) => `${base}-tab-${id}`, [base]);
  const panelId = useCallback((id: string) => `${base}-panel-${id}`, [base]);
  const leaving = useRef(false);
  const finish = (): void => {
    leaving.current = true;
    onClose();
  };
  const all = useSteps(of, rows, finish, extras?.askMany);
  const busy = all.progress !== null;

  const mayLeave = async (): Promise<boolean> => {
    if (leaving.current || !all.isDirty()) return true;
    if (busy || !(await askToLeave())) return false;
    all.forgetAll();
    leaving.current = true;
    return true;
  };
  const close = async (): Promise<void> => {
    if (!busy && (await mayLeave())) onClose();
  };
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave()),
    enableBeforeUnload: () => all.isDirty() && !leaving.current,
    disabled: !Object.values(all.states).some(({ dirty }) => dirty),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void all.save();
  };
  const changed = all.steps.filter(({ id }) => all.states[id]?.dirty).length;
  const { onState, register } = all;
  const latest = useRef(all);
  latest.current = all;
  const onSaved = useCallback((id: string) => latest.current.onSaved(id), []);
  const onCloseStep = useCallback((id: string) => void latest.current.close(id), []);

  return (
    <Modal
      opened
      onClose={() => void close()}
      {...size}
      closeOnClickOutside={false}
      withCloseButton={!busy}
      classNames={{ content, header: dialog.header, body: dialog.body, title: dialog.title }}
      title={
        <span
          className={dialog.name}
        >{`Modifier : ${plural(all.steps.length, of.label.one.toLowerCase(), of.label.many.toLowerCase())}`}</span>
      }
    >
      <form
        noValidate
        className={dialog.part}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void all.save();
        }}
      >
        {all.report && <Report of={of} report={all.report} onChoose={all.choose} />}
        <GiveAll of={of} count={all.steps.length} disabled={busy} onGive={all.give} />
        <div className={classes.body}>
          <StepTabs
            steps={all.steps}
            states={all.states}
            active={all.active}
            disabled={busy}
            tabId={tabId}
            panelId={panelId}
            onChoose={all.choose}
            onClose={onCloseStep}
          />
          <div className={classes.panels} inert={busy}>
            {all.steps.map(({ id }) => (
              <div
                key={id}
                role="tabpanel"
                id={panelId(id)}
                aria-labelledby={tabId(id)}
                className={classes.panel}
                hidden={id !== all.active}
              >
                {all.visited.has(id) && (
                  <Step
                    of={of}
                    page={page}
                    id={id}
                    extras={extras}
                    given={all.given}
                    active={id === all.active}
                    busy={busy}
                    register={register}
                    onState={onState}
                    onSaved={onSaved}
                    onClose={onCloseStep}
                  />
                )}
              </div>
            ))}
          </div>
        </div>
        {all.progress && (
          <Progress
            radius={0}
            aria-label="Enregistrement"
            value={(100 * all.progress.done) / Math.max(1, all.progress.total)}
          />
        )}
        <footer className={dialog.footer}>
          <Text size="sm" c="dimmed" flex={1} aria-live="polite">
            {all.progress
              ? `${all.progress.done} sur ${all.progress.total}`
              : changed > 0 && plural(changed, 'modifié', 'modifiés')}
          </Text>
          <Button variant="default" disabled={busy} onClick={() => void close()}>
            Annuler
          </Button>
          <Button
            type="submit"
            loading={busy}
            rightSection={
              <Kbd size="xs" visibleFrom="sm" aria-hidden>
                Ctrl ↵
              </Kbd>
            }
          >
            Enregistrer
          </Button>
        </footer>
      </form>
    </Modal>
  );
}

interface ReportProps {
  of: Entity;
  report: SaveReport;
  onChoose(id: string): void;
}

function Report({ of, report: { saved, refused }, onChoose }: ReportProps): ReactNode {
  if (refused.length === 0) return null;
  const title = saved > 0 ? `${savedWords(of, saved)}, ${refused.length} à corriger` : `${refused.length} à corriger`;
  return (
    <Alert color="orange" role="alert" radius={0} className={dialog.failure} title={title}>
      <ul className={classes.refused}>
        {refused.map(({ id, name, problem }) => (
          <li key={id}>
            <Anchor component="button" type="button" size="sm" onClick={() => onChoose(id)}>
              {name}
            </Anchor>{' '}
            : {problem}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
