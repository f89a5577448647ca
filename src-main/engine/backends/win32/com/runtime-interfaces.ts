import { interfaces as automation } from './generated/interfaces.ts';

/**
 * The Windows Runtime interfaces needed for OCR, in the format of `generated/interfaces.ts`, written by hand: mingw-w64 has no
 * headers for them. Derived from Microsoft's metadata, as in https://github.com/microsoft/windows-rs. The methods of an
 * interface follow the six of `IInspectable`; methods of other required interfaces are not included.
 */
export const runtimeInterfaces = {
  IInspectable: {
    iid: 'af86e2e0-b12d-4c6a-9c5a-d7aa65101e90',
    base: 'IUnknown',
    methods: {
      GetIids: ['uint*', 'pointer*'],
      GetRuntimeClassName: ['string*'],
      GetTrustLevel: ['int*'],
    },
  },
  IAsyncInfo: {
    iid: '00000036-0000-0000-c000-000000000046',
    base: 'IInspectable',
    methods: {
      get_Id: ['uint*'],
      get_Status: ['int*'],
      get_ErrorCode: ['int*'],
      Cancel: [],
      Close: [],
    },
  },
  // The next three are generic; this is the id of the generic type, which is never queried.
  IAsyncOperation: {
    iid: '9fc2b0bb-e446-44e2-aa61-9cab8f636af2',
    base: 'IInspectable',
    methods: {
      put_Completed: ['IUnknown'],
      get_Completed: ['IUnknown*'],
      GetResults: ['IInspectable*'],
    },
  },
  IVectorView: {
    iid: 'bbe1fa4c-b0e3-4583-baef-1f1b2e483e56',
    base: 'IInspectable',
    methods: {
      GetAt: ['uint', 'IInspectable*'],
      get_Size: ['uint*'],
      IndexOf: ['IInspectable', 'uint*', 'boolean*'],
      GetMany: ['uint', 'uint', 'pointer', 'uint*'],
    },
  },
  'IReference<double>': {
    iid: '61c17706-2d65-11e0-9ae8-d48564015472',
    base: 'IInspectable',
    methods: {
      get_Value: ['double*'],
    },
  },
  ILanguageFactory: {
    iid: '9b0252ac-0c27-44f8-b792-9793fb66c63e',
    base: 'IInspectable',
    methods: {
      CreateLanguage: ['string', 'ILanguage*'],
    },
  },
  ILanguage: {
    iid: 'ea79a752-f7c2-4265-b1bd-c4dec4e4f080',
    base: 'IInspectable',
    methods: {
      get_LanguageTag: ['string*'],
      get_DisplayName: ['string*'],
      get_NativeName: ['string*'],
      get_Script: ['string*'],
    },
  },
  IBufferFactory: {
    iid: '71af914d-c10f-484b-bc50-14bc623b3a27',
    base: 'IInspectable',
    methods: {
      Create: ['uint', 'IBuffer*'],
    },
  },
  IBuffer: {
    iid: '905a0fe0-bc53-11df-8c49-001e4fc686da',
    base: 'IInspectable',
    methods: {
      get_Capacity: ['uint*'],
      get_Length: ['uint*'],
      put_Length: ['uint'],
    },
  },
  IBufferByteAccess: {
    iid: '905a0fef-bc53-11df-8c49-001e4fc686da',
    base: 'IUnknown',
    methods: {
      Buffer: ['pointer*'],
    },
  },
  ISoftwareBitmapStatics: {
    iid: 'df0385db-672f-4a9d-806e-c2442f343e86',
    base: 'IInspectable',
    methods: {
      Copy: ['ISoftwareBitmap', 'ISoftwareBitmap*'],
      Convert: ['ISoftwareBitmap', 'int', 'ISoftwareBitmap*'],
      ConvertWithAlpha: ['ISoftwareBitmap', 'int', 'int', 'ISoftwareBitmap*'],
      CreateCopyFromBuffer: ['IBuffer', 'int', 'int', 'int', 'ISoftwareBitmap*'],
    },
  },
  ISoftwareBitmap: {
    iid: '689e0708-7eef-483f-963f-da938818e073',
    base: 'IInspectable',
    methods: {},
  },
  IOcrEngineStatics: {
    iid: '5bffa85a-3384-3540-9940-699120d428a8',
    base: 'IInspectable',
    methods: {
      get_MaxImageDimension: ['uint*'],
      get_AvailableRecognizerLanguages: ['IVectorView*'],
      IsLanguageSupported: ['ILanguage', 'boolean*'],
      TryCreateFromLanguage: ['ILanguage', 'IOcrEngine*'],
      TryCreateFromUserProfileLanguages: ['IOcrEngine*'],
    },
  },
  IOcrEngine: {
    iid: '5a14bc41-5b76-3140-b680-8825562683ac',
    base: 'IInspectable',
    methods: {
      RecognizeAsync: ['ISoftwareBitmap', 'IAsyncOperation*'],
      get_RecognizerLanguage: ['ILanguage*'],
    },
  },
  IOcrResult: {
    iid: '9bd235b2-175b-3d6a-92e2-388c206e2f63',
    base: 'IInspectable',
    methods: {
      get_Lines: ['IVectorView*'],
      get_TextAngle: ['IReference<double>*'],
      get_Text: ['string*'],
    },
  },
  IOcrLine: {
    iid: '0043a16f-e31f-3a24-899c-d444bd088124',
    base: 'IInspectable',
    methods: {
      get_Words: ['IVectorView*'],
      get_Text: ['string*'],
    },
  },
  IOcrWord: {
    iid: '3c2a477a-5cd9-3525-ba2a-23d1e0a68a1d',
    base: 'IInspectable',
    methods: {
      get_BoundingRect: ['box*'],
      get_Text: ['string*'],
    },
  },
} as const;

/** All used interfaces: how to call each method, by vtable slot. */
export const interfaces = { ...automation, ...runtimeInterfaces } as const;
