UPDATE status_page_subscribers SET status = 'confirmed', bounces = 0
WHERE organization_id = :organization_id AND id = :id
RETURNING id
