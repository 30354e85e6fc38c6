UPDATE audit_forwarding SET holder = NULL, held_until = NULL WHERE holder = :holder
