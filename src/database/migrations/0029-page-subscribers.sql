-- Subscribers are found by their link alone; one that has confirmed may ask for other components, which count once that is
-- confirmed too.
ALTER TABLE status_page_subscribers
  ADD COLUMN asked_component_ids text[],
  ADD COLUMN asked_at timestamptz;
CREATE INDEX status_page_subscribers_id ON status_page_subscribers (id);

-- Names that others have now lead to nobody who had them.
DELETE FROM former_page_names
USING service_names
WHERE service_names.kind = 'status_page_settings' AND service_names.field = 'slug'
  AND service_names.value = former_page_names.name;
