SELECT id FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND id = :id
FOR KEY SHARE
