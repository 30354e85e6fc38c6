UPDATE deliveries SET payload = jsonb_build_object('sealed', :after::text)
WHERE organization_id = :organization_id AND id = :id AND payload ->> 'sealed' = :before
RETURNING id
