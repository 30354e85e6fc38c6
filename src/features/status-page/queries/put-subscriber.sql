-- One that is there stays as it is, but for its choice: what was confirmed stays until another choice is.
INSERT INTO status_page_subscribers AS known
  (organization_id, id, channel, address_code, sealed_address, component_ids, status, created_at)
VALUES (:organization_id, :id, :channel, :address_code, :sealed_address, :component_ids, 'pending', :now)
ON CONFLICT (organization_id, address_code) DO UPDATE SET
  component_ids = CASE known.status WHEN 'confirmed' THEN known.component_ids ELSE excluded.component_ids END,
  asked_component_ids = CASE known.status WHEN 'confirmed' THEN excluded.component_ids END,
  asked_at = CASE known.status WHEN 'confirmed' THEN excluded.created_at END
RETURNING id
