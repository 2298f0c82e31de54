// « terrain/site/:id »: the sheet of one site over the list of sites.
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';

export default function FieldSite(): ReactElement | null {
  const { id } = useParams({ strict: false }) as { id?: string };
  const go = useNavigate();
  useEffect(() => {
    void go({ to: '/terrain/sites', replace: true, ...(id ? { search: { open: id } as never } : {}) });
  }, [go, id]);
  return null;
}
