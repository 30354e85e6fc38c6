UPDATE push_keys SET sealed_private_key = :after WHERE id = :id AND sealed_private_key = :before
RETURNING id
