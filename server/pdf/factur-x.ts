// Factur-X: the CII invoice inside a PDF/A-3b, and the metadata that announce it (Factur-X 1.0, chapter 6).
import type { Definition, Written } from 'pdfmake';

export const facturXName = 'factur-x.xml';

export const facturXDefinition = (
  xml: string,
  now: Date,
): Required<Pick<Definition, 'version' | 'subset' | 'files'>> => ({
  version: '1.7',
  subset: 'PDF/A-3b',
  files: {
    [facturXName]: {
      src: `data:text/xml;base64,${Buffer.from(xml).toString('base64')}`,
      name: facturXName,
      description: 'Factur-X',
      relationship: 'Alternative',
      creationDate: now,
      modifiedDate: now,
    },
  },
});

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const property = (name: string, description: string): string => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`;

/** PDF/A wants every property outside of the usual schemas described. */
const described = `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${[
  property('DocumentFileName', 'name of the embedded XML invoice file'),
  property('DocumentType', 'INVOICE'),
  property('Version', 'version of the XML schema'),
  property('ConformanceLevel', 'profile of the XML invoice'),
].join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

const announced = `<rdf:Description rdf:about="" xmlns:fx="${namespace}">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${facturXName}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function facturXMetadata(document: Written, now: Date): void {
  document.appendXML(described);
  document.appendXML(announced);
  document.appendXML(
    `<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:ModifyDate>${now.toISOString().slice(0, 19)}Z</xmp:ModifyDate></rdf:Description>`,
  );
  // PDFKit writes the title and the names into the metadata as they are: « & » would break the XML.
  const addInfo = document._addInfo.bind(document);
  document._addInfo = () => {
    const { info } = document;
    document.info = Object.fromEntries(
      Object.entries(info).map(([key, value]) => [key, value instanceof Date ? value : escaped(String(value))]),
    );
    addInfo();
    document.info = info;
  };
}
