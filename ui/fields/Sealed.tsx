// A sealed value: masked, revealed on demand (the server logs it), hidden again after a while, replaced without reading
// it.
import { Alert, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Field } from '#core/kernel/field.ts';
import { messages } from '#core/kernel/problem.ts';
import { isMasked } from '#core/kernel/sealed.ts';
import { CopyButton } from '../CopyButton.tsx';
import { call, endpointsOf } from '../client/call.ts';
import { useSession } from '../client/session.ts';
import { IconEye, IconEyeOff } from '../icons.ts';
import type { InputProps } from '../kinds/inputs.tsx';
import { useLocale } from '../kinds/locale.ts';
import { useRecordPlace } from '../kinds/record.ts';
import { TextField } from '../kinds/textInputs.tsx';
import { textOf } from '../kinds.tsx';
import { FieldGroup } from './FieldGroup.tsx';
import classes from './fields.module.css';

/** Long enough to copy a number by hand. */
const shownFor = 30_000;

interface SealedValueProps {
  field: Field;
  path: string;
  mask: string;
  children?: ReactNode;
}

export function SealedValue({ field, path, mask, children }: SealedValueProps): ReactNode {
  const locale = useLocale();
  const session = useSession();
  const place = useRecordPlace();
  const reveal = place ? endpointsOf(place.of).reveal : undefined;
  const shown = useRef<HTMLSpanElement>(null);
  const [plain, setPlain] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (plain === null) return;
    const timer = setTimeout(() => setPlain(null), shownFor);
    return () => clearTimeout(timer);
  }, [plain]);

  const show = async (): Promise<void> => {
    if (!reveal || !place?.id) return;
    setAsking(true);
    setFailure(null);
    try {
      const { value } = (await call(reveal, { params: { id: place.id, field: path } })) as { value: string | null };
      setPlain(value);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : messages.unexpected);
    } finally {
      setAsking(false);
    }
  };
  const mayShow = reveal && place?.id && (field.right === undefined || session.can([field.right]));
  return (
    <>
      <Group gap="xs" mih={36}>
        <span ref={shown} className={classes.sealed} data-path={path} tabIndex={-1}>
          {plain === null ? mask : textOf(field, plain, locale)}
        </span>
        {mayShow && plain === null && (
          <Button
            size="compact-sm"
            variant="default"
            loading={asking}
            leftSection={<IconEye size={14} aria-hidden />}
            aria-label={`Afficher : ${field.label}`}
            onClick={() => void show()}
          >
            Afficher
          </Button>
        )}
        {plain !== null && (
          <>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconEyeOff size={14} aria-hidden />}
              aria-label={`Masquer : ${field.label}`}
              onClick={() => setPlain(null)}
            >
              Masquer
            </Button>
            <CopyButton text={plain} shown={shown} size="compact-sm" aria-label={`Copier : ${field.label}`} />
          </>
        )}
        {plain === null && children}
      </Group>
      {plain !== null && (
        <Text size="xs" c="dimmed" role="status">
          Cette consultation figure dans l'historique de la fiche.
        </Text>
      )}
      {failure !== null && (
        <Alert color="red" role="alert" p="xs" mt={4}>
          {failure}
        </Alert>
      )}
    </>
  );
}

/** A new value is typed without revealing the old one; left empty, the old one is kept. */
export function SealedField(props: InputProps): ReactNode {
  const { field, path, value, faults, change } = props;
  const [replacing, setReplacing] = useState(false);
  const kept = useRef<string | null>(null);
  if (isMasked(value) && kept.current !== value) {
    kept.current = value as string;
    if (replacing) setReplacing(false);
  }
  const mask = kept.current;
  const keep = (): void => {
    setReplacing(false);
    change(path, mask);
  };
  const isEmpty = isMasked(value) || value === null || value === undefined || value === '';
  if (mask === null) return <TextField {...props} />;
  if (replacing) {
    return (
      <>
        <TextField
          {...props}
          value={isEmpty ? null : value}
          change={(at, next) => change(at, next === null || next === '' ? mask : next)}
        />
        <Button size="compact-xs" variant="subtle" mt={4} onClick={keep}>
          Garder la valeur actuelle
        </Button>
      </>
    );
  }
  return (
    <FieldGroup field={field} error={faults[path]}>
      {isMasked(value) ? (
        <SealedValue field={field} path={path} mask={mask}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Remplacer : ${field.label}`}
            onClick={() => setReplacing(true)}
          >
            Remplacer
          </Button>
          {!field.required && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Effacer : ${field.label}`}
              onClick={() => change(path, null)}
            >
              Effacer
            </Button>
          )}
        </SealedValue>
      ) : (
        <Group gap="xs" mih={36}>
          <Text size="sm">Sera effacé à l'enregistrement.</Text>
          <Button size="compact-sm" variant="default" onClick={keep}>
            Garder la valeur actuelle
          </Button>
        </Group>
      )}
    </FieldGroup>
  );
}
