// The signature of a form: drawn here, or shown with the way to draw it again.
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { StoredFile } from '#core/kernel/field.ts';
import { useAct } from '#ui/client/act.ts';
import { FieldGroup } from '#ui/fields/FieldGroup.tsx';
import { Picture } from '#ui/files/Picture.tsx';
import { uploadFile } from '#ui/files/upload.ts';
import type { InputProps } from '#ui/kinds/inputs.tsx';
import { SignaturePad } from '#ui/SignaturePad.tsx';

export function SignatureInput({ field, path, value, faults, change }: InputProps): ReactNode {
  const file = (value ?? null) as StoredFile | null;
  const [drawing, setDrawing] = useState(false);
  const act = useAct(async (picture: Blob) => {
    const name = `signature-${Date.now()}.png`;
    change(path, await uploadFile(new File([picture], name, { type: 'image/png' })));
    setDrawing(false);
  });
  return (
    <FieldGroup field={field} error={faults[path] ?? faults[`${path}.name`] ?? act.problem?.message}>
      {file && <Picture file={file} alt={field.label} size={120} />}
      {drawing ? (
        <SignaturePad label={field.label} disabled={act.busy} onDone={act.run} />
      ) : (
        <Button.Group>
          <Button size="compact-sm" variant="default" onClick={() => setDrawing(true)}>
            {file ? 'Signer à nouveau' : 'Signer'}
          </Button>
          {file && (
            <Button size="compact-sm" variant="default" onClick={() => change(path, null)}>
              Retirer
            </Button>
          )}
        </Button.Group>
      )}
    </FieldGroup>
  );
}
