-- Somebody whom the provider has ended here by SCIM: by the address or by its own id of them.
SELECT id FROM scim_users
WHERE organization_id = :organization_id AND user_id IS NULL AND NOT waits
  AND (user_name_folded = :address_folded OR external_id = :subject)
LIMIT 1
