/** A picture as an address that carries it. */
export const dataAddress = (picture: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(new Error('no picture'));
    reader.readAsDataURL(picture);
  });
