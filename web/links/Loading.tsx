// A waiting page that redirects to the root (B-038).
import { Center, Loader } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';

export default function Loading(): ReactElement {
  const go = useNavigate();
  useEffect(() => void go({ to: '/', replace: true }), [go]);
  return (
    <Center mih="60dvh">
      <Loader role="status" aria-label="Chargement" />
    </Center>
  );
}
