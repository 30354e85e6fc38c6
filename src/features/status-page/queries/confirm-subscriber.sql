UPDATE status_page_subscribers SET status = 'confirmed', bounces = 0,
  component_ids = coalesce(asked_component_ids, component_ids), asked_component_ids = NULL, asked_at = NULL
WHERE organization_id = :organization_id AND id = :id
RETURNING id
