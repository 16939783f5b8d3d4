export const manifest0: import('kubernetes-models/apps/v1/Deployment').IDeployment = {
 "apiVersion": "apps/v1",
 "kind": "Deployment",
 "metadata": {
  "name": "prod-sextant-api",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "selector": {
   "matchLabels": {
    "app.kubernetes.io/name": "sextant-api",
    "app.kubernetes.io/instance": "prod"
   }
  },
  "strategy": {
   "type": "RollingUpdate",
   "rollingUpdate": {
    "maxUnavailable": 0,
    "maxSurge": 1
   }
  },
  "template": {
   "metadata": {
    "labels": {
     "app.kubernetes.io/name": "sextant-api",
     "app.kubernetes.io/instance": "prod"
    },
    "annotations": {
     "checksum/settings": "0e10e4613d432d0459a304c547ddb81de62ed2d4c4576891a0a73ebfd26abb68"
    }
   },
   "spec": {
    "terminationGracePeriodSeconds": 60,
    "automountServiceAccountToken": false,
    "securityContext": {
     "runAsNonRoot": true,
     "runAsUser": 1000,
     "fsGroup": 1000,
     "seccompProfile": {
      "type": "RuntimeDefault"
     }
    },
    "imagePullSecrets": [
     {
      "name": "pull"
     }
    ],
    "volumes": [
     {
      "name": "data",
      "emptyDir": {}
     },
     {
      "name": "tmp",
      "emptyDir": {}
     }
    ],
    "topologySpreadConstraints": [
     {
      "maxSkew": 1,
      "topologyKey": "kubernetes.io/hostname",
      "whenUnsatisfiable": "ScheduleAnyway",
      "labelSelector": {
       "matchLabels": {
        "app.kubernetes.io/name": "sextant-api",
        "app.kubernetes.io/instance": "prod"
       }
      }
     }
    ],
    "nodeSelector": {
     "disk": "ssd"
    },
    "tolerations": [
     {
      "key": "a",
      "operator": "Exists"
     }
    ],
    "containers": [
     {
      "name": "api",
      "image": "registry.example/sextant:1.2.3",
      "imagePullPolicy": "IfNotPresent",
      "securityContext": {
       "allowPrivilegeEscalation": false,
       "readOnlyRootFilesystem": true,
       "capabilities": {
        "drop": [
         "ALL"
        ]
       }
      },
      "volumeMounts": [
       {
        "name": "data",
        "mountPath": "/data"
       },
       {
        "name": "tmp",
        "mountPath": "/tmp"
       }
      ],
      "args": [
       "api"
      ],
      "envFrom": [
       {
        "configMapRef": {
         "name": "prod-sextant"
        }
       },
       {
        "secretRef": {
         "name": "sextant"
        }
       }
      ],
      "env": [
       {
        "name": "PORT",
        "value": "8080"
       },
       {
        "name": "ADMIN_PORT",
        "value": "9090"
       },
       {
        "name": "ADMIN_HOST",
        "value": "0.0.0.0"
       }
      ],
      "ports": [
       {
        "name": "http",
        "containerPort": 8080
       },
       {
        "name": "operator",
        "containerPort": 9090
       }
      ],
      "startupProbe": {
       "httpGet": {
        "path": "/healthz",
        "port": "http"
       },
       "periodSeconds": 1,
       "failureThreshold": 60
      },
      "readinessProbe": {
       "httpGet": {
        "path": "/readyz",
        "port": "http"
       },
       "periodSeconds": 2,
       "timeoutSeconds": 2,
       "failureThreshold": 1
      },
      "livenessProbe": {
       "httpGet": {
        "path": "/healthz",
        "port": "http"
       },
       "periodSeconds": 10,
       "timeoutSeconds": 5,
       "failureThreshold": 3
      },
      "lifecycle": {
       "preStop": {
        "exec": {
         "command": [
          "sleep",
          "5"
         ]
        }
       }
      },
      "resources": {
       "limits": {
        "memory": "512Mi"
       },
       "requests": {
        "cpu": "500m",
        "memory": "256Mi"
       }
      }
     }
    ]
   }
  }
 }
};
export const manifest1: import('kubernetes-models/v1/Service').IService = {
 "apiVersion": "v1",
 "kind": "Service",
 "metadata": {
  "name": "prod-sextant-api",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "type": "ClusterIP",
  "selector": {
   "app.kubernetes.io/name": "sextant-api",
   "app.kubernetes.io/instance": "prod"
  },
  "ports": [
   {
    "name": "http",
    "port": 80,
    "targetPort": "http"
   }
  ]
 }
};
export const manifest2: import('kubernetes-models/v1/Service').IService = {
 "apiVersion": "v1",
 "kind": "Service",
 "metadata": {
  "name": "prod-sextant-operator",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0",
   "app.kubernetes.io/name": "sextant-operator",
   "app.kubernetes.io/instance": "prod"
  }
 },
 "spec": {
  "selector": {
   "app.kubernetes.io/name": "sextant-api",
   "app.kubernetes.io/instance": "prod"
  },
  "ports": [
   {
    "name": "operator",
    "port": 9090,
    "targetPort": "operator"
   }
  ]
 }
};
export const manifest3: import('kubernetes-models/policy/v1/PodDisruptionBudget').IPodDisruptionBudget = {
 "apiVersion": "policy/v1",
 "kind": "PodDisruptionBudget",
 "metadata": {
  "name": "prod-sextant-api",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "maxUnavailable": 1,
  "selector": {
   "matchLabels": {
    "app.kubernetes.io/name": "sextant-api",
    "app.kubernetes.io/instance": "prod"
   }
  }
 }
};
export const manifest4: import('kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler').IHorizontalPodAutoscaler = {
 "apiVersion": "autoscaling/v2",
 "kind": "HorizontalPodAutoscaler",
 "metadata": {
  "name": "prod-sextant-api",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "scaleTargetRef": {
   "apiVersion": "apps/v1",
   "kind": "Deployment",
   "name": "prod-sextant-api"
  },
  "minReplicas": 2,
  "maxReplicas": 20,
  "metrics": [
   {
    "type": "Resource",
    "resource": {
     "name": "cpu",
     "target": {
      "type": "Utilization",
      "averageUtilization": 70
     }
    }
   }
  ]
 }
};
export const manifest5: import('kubernetes-models/v1/ConfigMap').IConfigMap = {
 "apiVersion": "v1",
 "kind": "ConfigMap",
 "metadata": {
  "name": "prod-sextant",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "data": {
  "MODE": "production",
  "API_PROCESSES": "1",
  "WORKER_PROCESSES": "1",
  "BASE_PATH": "/sx",
  "DATABASE_POOL_SIZE": "8",
  "DRAIN_SECONDS": "10",
  "LOG_LEVEL": "info",
  "SYNC_WAIT_SECONDS": "60",
  "TRUST_PROXY": "10.0.0.0/8",
  "WORKER_CONCURRENCY": "200"
 }
};
export const manifest6: import('kubernetes-models/networking.k8s.io/v1/Ingress').IIngress = {
 "apiVersion": "networking.k8s.io/v1",
 "kind": "Ingress",
 "metadata": {
  "name": "prod-sextant",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  },
  "annotations": {
   "a": "b"
  }
 },
 "spec": {
  "ingressClassName": "nginx",
  "tls": [
   {
    "hosts": [
     "tools.example"
    ],
    "secretName": "tls"
   }
  ],
  "rules": [
   {
    "host": "tools.example",
    "http": {
     "paths": [
      {
       "path": "/sx",
       "pathType": "Prefix",
       "backend": {
        "service": {
         "name": "prod-sextant-api",
         "port": {
          "name": "http"
         }
        }
       }
      }
     ]
    }
   }
  ]
 }
};
export const manifest7: import('kubernetes-models/batch/v1/Job').IJob = {
 "apiVersion": "batch/v1",
 "kind": "Job",
 "metadata": {
  "name": "prod-sextant-migrate",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  },
  "annotations": {
   "helm.sh/hook": "pre-install,pre-upgrade",
   "helm.sh/hook-weight": "0",
   "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded"
  }
 },
 "spec": {
  "backoffLimit": 5,
  "ttlSecondsAfterFinished": 3600,
  "template": {
   "metadata": {
    "labels": {
     "app.kubernetes.io/name": "sextant-migrate",
     "app.kubernetes.io/instance": "prod"
    }
   },
   "spec": {
    "restartPolicy": "Never",
    "automountServiceAccountToken": false,
    "securityContext": {
     "runAsNonRoot": true,
     "runAsUser": 1000,
     "fsGroup": 1000,
     "seccompProfile": {
      "type": "RuntimeDefault"
     }
    },
    "imagePullSecrets": [
     {
      "name": "pull"
     }
    ],
    "volumes": [
     {
      "name": "data",
      "emptyDir": {}
     },
     {
      "name": "tmp",
      "emptyDir": {}
     }
    ],
    "containers": [
     {
      "name": "migrate",
      "image": "registry.example/sextant:1.2.3",
      "imagePullPolicy": "IfNotPresent",
      "securityContext": {
       "allowPrivilegeEscalation": false,
       "readOnlyRootFilesystem": true,
       "capabilities": {
        "drop": [
         "ALL"
        ]
       }
      },
      "volumeMounts": [
       {
        "name": "data",
        "mountPath": "/data"
       },
       {
        "name": "tmp",
        "mountPath": "/tmp"
       }
      ],
      "args": [
       "migrate"
      ],
      "envFrom": [
       {
        "secretRef": {
         "name": "sextant"
        }
       }
      ],
      "env": [
       {
        "name": "API_PROCESSES",
        "value": "1"
       },
       {
        "name": "BASE_PATH",
        "value": "/sx"
       },
       {
        "name": "DATABASE_POOL_SIZE",
        "value": "8"
       },
       {
        "name": "DRAIN_SECONDS",
        "value": "10"
       },
       {
        "name": "LOG_LEVEL",
        "value": "info"
       },
       {
        "name": "MODE",
        "value": "production"
       },
       {
        "name": "SYNC_WAIT_SECONDS",
        "value": "60"
       },
       {
        "name": "TRUST_PROXY",
        "value": "10.0.0.0/8"
       },
       {
        "name": "WORKER_CONCURRENCY",
        "value": "200"
       },
       {
        "name": "WORKER_PROCESSES",
        "value": "1"
       }
      ],
      "resources": {
       "requests": {
        "cpu": "100m"
       }
      }
     }
    ]
   }
  }
 }
};
export const manifest8: import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor').IServiceMonitor = {
 "apiVersion": "monitoring.coreos.com/v1",
 "kind": "ServiceMonitor",
 "metadata": {
  "name": "prod-sextant",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0",
   "release": "prometheus"
  }
 },
 "spec": {
  "selector": {
   "matchLabels": {
    "app.kubernetes.io/name": "sextant-operator",
    "app.kubernetes.io/instance": "prod"
   }
  },
  "endpoints": [
   {
    "port": "operator",
    "path": "/metrics",
    "interval": "10s"
   }
  ]
 }
};
export const manifest9: import('kubernetes-models/networking.k8s.io/v1/NetworkPolicy').INetworkPolicy = {
 "apiVersion": "networking.k8s.io/v1",
 "kind": "NetworkPolicy",
 "metadata": {
  "name": "prod-sextant-api",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "podSelector": {
   "matchLabels": {
    "app.kubernetes.io/name": "sextant-api",
    "app.kubernetes.io/instance": "prod"
   }
  },
  "policyTypes": [
   "Ingress"
  ],
  "ingress": [
   {
    "ports": [
     {
      "port": "http"
     }
    ]
   },
   {
    "from": [
     {
      "namespaceSelector": {
       "matchLabels": {
        "kubernetes.io/metadata.name": "monitoring"
       }
      }
     }
    ],
    "ports": [
     {
      "port": "operator"
     }
    ]
   }
  ]
 }
};
export const manifest10: import('kubernetes-models/networking.k8s.io/v1/NetworkPolicy').INetworkPolicy = {
 "apiVersion": "networking.k8s.io/v1",
 "kind": "NetworkPolicy",
 "metadata": {
  "name": "prod-sextant-worker",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "podSelector": {
   "matchLabels": {
    "app.kubernetes.io/name": "sextant-worker",
    "app.kubernetes.io/instance": "prod"
   }
  },
  "policyTypes": [
   "Ingress"
  ]
 }
};
export const manifest11: import('kubernetes-models/apps/v1/Deployment').IDeployment = {
 "apiVersion": "apps/v1",
 "kind": "Deployment",
 "metadata": {
  "name": "prod-sextant-worker",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "selector": {
   "matchLabels": {
    "app.kubernetes.io/name": "sextant-worker",
    "app.kubernetes.io/instance": "prod"
   }
  },
  "strategy": {
   "type": "RollingUpdate",
   "rollingUpdate": {
    "maxUnavailable": "25%",
    "maxSurge": "25%"
   }
  },
  "template": {
   "metadata": {
    "labels": {
     "app.kubernetes.io/name": "sextant-worker",
     "app.kubernetes.io/instance": "prod"
    },
    "annotations": {
     "checksum/settings": "0e10e4613d432d0459a304c547ddb81de62ed2d4c4576891a0a73ebfd26abb68"
    }
   },
   "spec": {
    "terminationGracePeriodSeconds": 60,
    "automountServiceAccountToken": false,
    "securityContext": {
     "runAsNonRoot": true,
     "runAsUser": 1000,
     "fsGroup": 1000,
     "seccompProfile": {
      "type": "RuntimeDefault"
     }
    },
    "imagePullSecrets": [
     {
      "name": "pull"
     }
    ],
    "volumes": [
     {
      "name": "data",
      "emptyDir": {}
     },
     {
      "name": "tmp",
      "emptyDir": {}
     }
    ],
    "affinity": {
     "podAntiAffinity": {
      "preferredDuringSchedulingIgnoredDuringExecution": []
     }
    },
    "containers": [
     {
      "name": "worker",
      "image": "registry.example/sextant:1.2.3",
      "imagePullPolicy": "IfNotPresent",
      "securityContext": {
       "allowPrivilegeEscalation": false,
       "readOnlyRootFilesystem": true,
       "capabilities": {
        "drop": [
         "ALL"
        ]
       }
      },
      "volumeMounts": [
       {
        "name": "data",
        "mountPath": "/data"
       },
       {
        "name": "tmp",
        "mountPath": "/tmp"
       }
      ],
      "args": [
       "worker"
      ],
      "envFrom": [
       {
        "configMapRef": {
         "name": "prod-sextant"
        }
       },
       {
        "secretRef": {
         "name": "sextant"
        }
       }
      ],
      "resources": {
       "limits": {
        "memory": "1Gi"
       },
       "requests": {
        "cpu": "1",
        "memory": "384Mi"
       }
      }
     }
    ]
   }
  }
 }
};
export const manifest12: import('kubernetes-models/policy/v1/PodDisruptionBudget').IPodDisruptionBudget = {
 "apiVersion": "policy/v1",
 "kind": "PodDisruptionBudget",
 "metadata": {
  "name": "prod-sextant-worker",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "maxUnavailable": 2,
  "selector": {
   "matchLabels": {
    "app.kubernetes.io/name": "sextant-worker",
    "app.kubernetes.io/instance": "prod"
   }
  }
 }
};
export const manifest13: import('@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject').IScaledObject = {
 "apiVersion": "keda.sh/v1alpha1",
 "kind": "ScaledObject",
 "metadata": {
  "name": "prod-sextant-worker",
  "labels": {
   "app.kubernetes.io/part-of": "sextant",
   "app.kubernetes.io/version": "0.1.0",
   "app.kubernetes.io/managed-by": "Helm",
   "helm.sh/chart": "sextant-0.1.0"
  }
 },
 "spec": {
  "scaleTargetRef": {
   "name": "prod-sextant-worker"
  },
  "minReplicaCount": 2,
  "maxReplicaCount": 200,
  "pollingInterval": 15,
  "cooldownPeriod": 300,
  "fallback": {
   "failureThreshold": 4,
   "replicas": 10
  },
  "advanced": {
   "horizontalPodAutoscalerConfig": {
    "behavior": {
     "scaleUp": {
      "stabilizationWindowSeconds": 0,
      "policies": [
       {
        "type": "Percent",
        "value": 100,
        "periodSeconds": 30
       }
      ]
     },
     "scaleDown": {
      "stabilizationWindowSeconds": 600,
      "policies": [
       {
        "type": "Percent",
        "value": 20,
        "periodSeconds": 60
       }
      ]
     }
    }
   }
  },
  "triggers": [
   {
    "type": "prometheus",
    "metricType": "AverageValue",
    "metadata": {
     "serverAddress": "http://prometheus-operated.monitoring.svc:9090",
     "query": "max(sextant_queue_oldest_seconds{priority=~\"INSTANT|REALTIME\",label=\"\"})",
     "threshold": "2"
    }
   },
   {
    "type": "prometheus",
    "metricType": "AverageValue",
    "metadata": {
     "serverAddress": "http://prometheus-operated.monitoring.svc:9090",
     "query": "max(sextant_queue_oldest_seconds{priority=\"NORMAL\",label=\"\"})",
     "threshold": "60"
    }
   },
   {
    "type": "prometheus",
    "metricType": "AverageValue",
    "metadata": {
     "serverAddress": "http://prometheus-operated.monitoring.svc:9090",
     "query": "max(sextant_jobs_running{label=\"\"})",
     "threshold": "150"
    }
   }
  ]
 }
};