// « Répondre »: what the law and one's own planning say first; only what is typed here goes to the other agency.
import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactElement, useEffect, useState } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { longestAnswer, OfferAnswer } from '#core/marketplace/answer.ts';
import { answerOffer, prepareAnswer } from '#core/marketplace/calls.ts';
import { useAct } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity, useCall } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { FormProblem } from '#ui/credentials/FormProblem.tsx';
import { DialogAbove } from '#ui/DialogAbove.tsx';
import { dropDraft, keepDraft, readDraft } from '#ui/drafts.ts';
import { ReferenceSelect } from '#ui/fields/ReferenceSelect.tsx';
import { plural } from '#ui/format.ts';
import { NotRead } from '#ui/NotRead.tsx';
import { notifySuccess } from '#ui/notify.ts';
import classes from './marketplace.module.css';
import { type OfferRow, type Side, sides } from './rows.ts';
import { tooMany } from './terms.ts';

interface Props {
  offer: OfferRow;
  side: Side;
  onClose(): void;
}

export default function AnswerDialog({ offer, side, onClose }: Props): ReactElement {
  const { id } = offer;
  const place = `offer-answer.${id}`;
  const { profile } = useSession();
  const [message, setMessage] = useState(() => readDraft<string>(place) ?? '');
  const [people, setPeople] = useState<number | null>(null);
  const [specialty, setSpecialty] = useState<Reference | null>(null);
  const [contact, setContact] = useState({ name: profile?.fullname ?? '', email: '', phone: '' });
  const [key, setKey] = useState(actKey);
  const prepared = useCall(prepareAnswer, { mount: side, params: { id }, input: { specialty: specialty?.id ?? null } });
  const { data, refetch } = prepared;
  // Asked again each time: the settings or the planning may have changed since.
  useEffect(() => void refetch(), [refetch]);
  const act = useAct(async () => {
    const { name, email, phone } = contact;
    const input = {
      ...{ message: message.trim(), people },
      contact: { name: name.trim() || null, email: email.trim() || null, phone: phone.trim() || null },
    };
    try {
      await call(answerOffer, { mount: side, params: { id }, input, key });
    } catch (error) {
      // A refusal is final for this key; a lost answer is asked for again.
      if (error instanceof Problem) setKey(actKey());
      throw error;
    }
    dropDraft(place);
    notifySuccess('Réponse envoyée');
    onClose();
    await Promise.all([invalidateEntity(sides[side], [id]), invalidateEntity(OfferAnswer as Entity)]);
  });
  const typed = (next: string): void => {
    setMessage(next);
    keepDraft(place, next);
  };
  const excess = tooMany(people, offer.people);
  return (
    <DialogAbove opened onClose={onClose} title={`Répondre à « ${offer.title} »`} size="lg" centered>
      <Stack inert={act.busy}>
        {!data ? <NotRead of={prepared} failure="Vérification impossible" reading="Vérification" height={72} /> : null}
        {data?.refusal ? (
          <Alert color="red" variant="light" role="alert">
            {data.refusal}
          </Alert>
        ) : null}
        {data?.availability ? (
          <Availability of={data.availability} asked={offer.specialty} chosen={specialty} onChoose={setSpecialty} />
        ) : null}
        <Textarea
          label="Votre message"
          required
          autosize
          minRows={3}
          maxRows={10}
          maxLength={longestAnswer}
          value={message}
          error={act.violation('message')}
          onChange={({ currentTarget }) => typed(currentTarget.value)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            label="Agents proposés"
            min={1}
            max={1_000}
            allowDecimal={false}
            value={people ?? ''}
            error={act.violation('people')}
            onChange={(next) => setPeople(typeof next === 'number' ? next : null)}
          />
          <TextInput
            label="Contact"
            maxLength={120}
            value={contact.name}
            onChange={({ currentTarget: { value } }) => setContact((now) => ({ ...now, name: value }))}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="E-mail"
            type="email"
            maxLength={254}
            value={contact.email}
            error={act.violation('contact.email')}
            onChange={({ currentTarget: { value } }) => setContact((now) => ({ ...now, email: value }))}
          />
          <TextInput
            label="Téléphone"
            type="tel"
            maxLength={40}
            value={contact.phone}
            onChange={({ currentTarget: { value } }) => setContact((now) => ({ ...now, phone: value }))}
          />
        </SimpleGrid>
        {excess ? (
          <Text size="sm" role="status">
            {excess}
          </Text>
        ) : null}
        <Text size="sm" c="dimmed">
          {`${offer.name} reçoit ce message, le nombre d’agents proposés, le contact, et le nom et l’autorisation d’exercer de votre agence. Rien d’autre.`}
        </Text>
        <FormProblem problem={act.problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Annuler
          </Button>
          <Button
            loading={act.busy}
            disabled={!data || data.refusal !== null || message.trim() === ''}
            onClick={() => act.run()}
          >
            Envoyer la réponse
          </Button>
        </Group>
      </Stack>
    </DialogAbove>
  );
}

type Available = NonNullable<NonNullable<ReturnType<typeof useCall<typeof prepareAnswer>>['data']>['availability']>;

interface AvailabilityProps {
  of: Available;
  asked: string | null;
  chosen: Reference | null;
  onChoose(specialty: Reference | null): void;
}

const staffShown = 8;

function Availability({ of, asked, chosen, onChoose }: AvailabilityProps): ReactElement {
  const { from, to, isCut, specialty, isUnknown, wanted, days, covered, fewest, among, staff } = of;
  const period = from === to ? `le ${frenchDay(from)}` : `du ${frenchDay(from)} au ${frenchDay(to)}`;
  const isEnough = covered === days;
  return (
    <section aria-label="Vos agents disponibles" className={classes.available} data-enough={isEnough || undefined}>
      <strong>
        {isEnough
          ? `Vous pouvez planifier ${plural(wanted, 'agent', 'agents')} ${period}.`
          : covered === 0
            ? `Vous ne pouvez planifier ${plural(wanted, 'agent', 'agents')} aucun jour ${period}.`
            : `Vous pouvez planifier ${plural(wanted, 'agent', 'agents')} ${covered} jours sur ${days} ${period}.`}
      </strong>
      <span>
        {`${plural(fewest, 'agent disponible', 'agents disponibles')} le jour le plus chargé, parmi ${among}, par les contrôles de votre planning${specialty ? ` (${specialty.name})` : ''}.`}
      </span>
      {isCut ? <span>{`Les ${days} premiers jours sont vérifiés.`}</span> : null}
      {staff.length > 0 ? (
        <span>
          {`Par exemple : ${staff
            .slice(0, staffShown)
            .map((one) => (days > 1 ? `${one.name} (${one.days} j)` : one.name))
            .join(', ')}${staff.length > staffShown ? '…' : '.'}`}
        </span>
      ) : null}
      {isUnknown || chosen ? (
        <ReferenceSelect
          target="specialty"
          label={`Votre spécialité pour « ${asked ?? ''} »`}
          offer={{}}
          value={chosen}
          onChange={onChoose}
        />
      ) : null}
      <span className={classes.private}>Visible de votre agence seulement.</span>
    </section>
  );
}
